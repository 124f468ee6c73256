/* The verifier of logged games of Splendor, for C and C++.
 *
 * A log is an array of bytes. Options are JSON like {"turn": 2, "client": "spender"}; NULL means
 * the default options. The page docs/src/c.md lists them. A call that returns an answer or logs
 * never returns null, and the caller frees the answer or closes the logs once.
 *
 * The texts of an answer are UTF-8, end with a zero byte and live as long as the answer. Calls on
 * a null answer return an empty text, 0 or SPLENDOR_STATUS_MISUSE.
 *
 * Rules for pointers: a pointer that is not null points to as many bytes as its length says, or to
 * a text that ends with a zero byte; answers and logs come from this library and are not freed.
 *
 * Several threads may call all functions at once, also on the same answer or logs, except
 * splendor_answer_free and splendor_logs_close: these two need that no other call on the answer or
 * the logs runs or follows. Calls of splendor_logs_next on the same logs wait for each other, so
 * for parallel judging give each thread its own logs. */

#ifndef SPLENDOR_VERIFY_H
#define SPLENDOR_VERIFY_H

/* Written by cbindgen from bindings/c/src; bindings/c/run compares them. */

#include <stddef.h>
#include <stdint.h>

// How a call ended.
typedef enum {
  // There is an answer.
  SPLENDOR_STATUS_OK = 0,
  // There is no answer: an option has an unknown name or value, the file cannot be read, or the
  // log allows no answer.
  SPLENDOR_STATUS_REFUSED = 1,
  // There are no more logs.
  SPLENDOR_STATUS_END = 2,
  // The call is wrong: a pointer is null, a length is too large, or options are not UTF-8.
  SPLENDOR_STATUS_MISUSE = 3,
  // The verifier itself has a defect. The log is not judged, and the next call works again.
  SPLENDOR_STATUS_DEFECT = 4,
} splendor_status;

// A verdict on a log or a turn.
typedef enum {
  // The answer has no verdict.
  SPLENDOR_VERDICT_NONE = 0,
  // No clause is broken, whatever the omitted facts were.
  SPLENDOR_VERDICT_LEGAL = 1,
  // A legal completion was found, but other values of the omitted facts may be illegal.
  SPLENDOR_VERDICT_CONSISTENT = 2,
  // A clause is broken, whatever the omitted facts were.
  SPLENDOR_VERDICT_ILLEGAL = 3,
  // The search for the omitted facts stopped at a limit.
  SPLENDOR_VERDICT_UNDECIDED = 4,
  // The input is not a log.
  SPLENDOR_VERDICT_MALFORMED = 5,
  // The log uses unknown rules, or has a turn that the game does not have.
  SPLENDOR_VERDICT_UNSUPPORTED = 6,
} splendor_verdict;

// The result of a call. `splendor_answer_free` frees it.
typedef struct splendor_answer splendor_answer;

// The logs of a file, judged one at a time. `splendor_logs_close` frees it.
typedef struct splendor_logs splendor_logs;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Judges one log. Input that is not a log gets a report too.
//
// The text of the answer is the report, as `splendor verify --format json` prints it.
splendor_answer *splendor_verify(const void *log, size_t length, const char *options);

// Lists the legal turns at the turn that the options name; by default, after the last turn.
//
// The text of the answer is an array of turns; `splendor_answer_legal_turn` returns each of them.
splendor_answer *splendor_legal_turns(const void *log, size_t length, const char *options);

// Returns the table before the turn that the options name; by default, after the last turn.
splendor_answer *splendor_position(const void *log, size_t length, const char *options);

// Judges the option `proposal` at the option `turn`; without `proposal`, the turn of the log.
//
// The text of the answer is that of `splendor why --format json`.
splendor_answer *splendor_why(const void *log, size_t length, const char *options);

// Opens the logs of a file that the caller has read: one document, or JSON Lines, plain or
// compressed with gzip or Zstandard; not an archive.
//
// The function copies the bytes. It never returns null; if the bytes or the options are wrong, the
// first `splendor_logs_next` returns the reason.
splendor_logs *splendor_logs_open(const void *bytes, size_t length, const char *options);

// Judges the next log. At the end the status is `SPLENDOR_STATUS_END`.
splendor_answer *splendor_logs_next(const splendor_logs *logs);

// Frees the logs. Their answers stay.
void splendor_logs_close(splendor_logs *logs);

// Frees an answer with all its texts.
void splendor_answer_free(splendor_answer *answer);

// Returns how the call ended.
splendor_status splendor_answer_status(const splendor_answer *answer);

// Returns the answer in JSON, or the reason why there is none.
const char *splendor_answer_text(const splendor_answer *answer);

// Returns the number of bytes of the text, without the zero byte at its end.
size_t splendor_answer_text_length(const splendor_answer *answer);

// Returns notes for the user, one a line, for example that a list is not complete.
const char *splendor_answer_notes(const splendor_answer *answer);

// Returns the verdict of `splendor_verify`, `splendor_logs_next` or `splendor_why`.
splendor_verdict splendor_answer_verdict(const splendor_answer *answer);

// Returns the id of the finding that decides the verdict: a clause like `take.pair-needs-four`, or
// another id of the report format like `format.json`; empty if nothing decides it.
const char *splendor_answer_clause(const splendor_answer *answer);

// Returns the finding in one line, or the reason why there is no answer; empty if nothing decides
// the verdict.
const char *splendor_answer_message(const splendor_answer *answer);

// Returns the number of the turn that the finding is about, from 1; 0 if it is not about a turn.
uint64_t splendor_answer_turn(const splendor_answer *answer);

// Returns the line of the finding, from 1; 0 if it has none. It is a line of the log, or of the
// turn: see `splendor_answer_is_in_turn`.
uint64_t splendor_answer_line(const splendor_answer *answer);

// Returns the column of the finding in characters, from 1; 0 if it has none.
uint64_t splendor_answer_column(const splendor_answer *answer);

// Returns 1 if the line and the column count in the judged turn, and 0 if they count in the log.
//
// In an answer of `splendor_why`, a finding about the turn has a place in the turn. A finding
// about an earlier turn or about the rules of the log has a place in the log.
int splendor_answer_is_in_turn(const splendor_answer *answer);

// Returns the number of turns in the answer of `splendor_legal_turns`.
size_t splendor_answer_legal_turn_count(const splendor_answer *answer);

// Returns a legal turn in JSON, by its index from 0; null after the last one.
const char *splendor_answer_legal_turn(const splendor_answer *answer, size_t index);

// Returns the version of the library, like `0.1.0`.
const char *splendor_version(void);

#ifdef __cplusplus
} // extern "C"
#endif // __cplusplus

#endif /* SPLENDOR_VERIFY_H */
