/**
 * There is no answer: an option is not known, or the log does not allow it. The message names the
 * reason. A log that cannot be judged is not an error of `verify`: it gets a report.
 */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** A defect of the verifier itself: the log is not judged, and the next call works again. */
export class Defect extends Error {
  override readonly name = "Defect";
}
