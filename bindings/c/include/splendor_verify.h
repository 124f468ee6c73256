/* The verifier of logged games of Splendor, for C and C++.
 *
 * A log is any bytes. Options are JSON like {"turn": 2, "client": "spender"}, or NULL for none;
 * the page docs/src/c.md lists them. A call that returns an answer or a file never returns null,
 * and the caller frees the answer or closes the file once.
 *
 * The texts of an answer are UTF-8, end with a zero byte and live as long as the answer. Calls on
 * a null answer return an empty text, 0 or SPLENDOR_STATUS_MISUSE.
 *
 * Rules for pointers: a pointer that is not null points to as many bytes as its length says, or to
 * a text that ends with a zero byte; an answer or a file comes from this library and is not freed.
 *
 * All functions may be called from several threads at once, also on the same answer or file. */

#ifndef SPLENDOR_VERIFY_H
#define SPLENDOR_VERIFY_H

/* Written by cbindgen from bindings/c/src; bindings/c/run compares them. */

#include <stddef.h>
#include <stdint.h>

// How a call ended.
typedef enum {
  // There is an answer.
  SPLENDOR_STATUS_OK = 0,
  // There is no answer: an option is not known, or the log does not allow it.
  SPLENDOR_STATUS_REFUSED = 1,
  // The file has no more logs.
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

// The logs of a file, judged one at a time. `splendor_file_close` frees it.
typedef struct splendor_file splendor_file;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Judges one log. Input that is not a log gets a report too.
//
// The text of the answer is the report, as `splendor verify --format json` prints it.
splendor_answer *splendor_verify(const void *log, size_t length, const char *options);

// Lists the legal turns at the turn that the options name; by default, after the last turn.
//
// The text of the answer is an array of turns; `splendor_answer_turn_at` returns each of them.
splendor_answer *splendor_legal_turns(const void *log, size_t length, const char *options);

// Returns the table before the turn that the options name; by default, after the last turn.
splendor_answer *splendor_position(const void *log, size_t length, const char *options);

// Judges the option `proposal` at the option `turn`; without `proposal`, the turn of the log.
//
// The text of the answer is that of `splendor why --format json`.
splendor_answer *splendor_why(const void *log, size_t length, const char *options);

// Opens a file of logs: one document, or JSON Lines, plain or compressed.
//
// The function copies the bytes. It always returns a file; if the bytes or the options are wrong,
// the first `splendor_file_next` returns the reason.
splendor_file *splendor_file_open(const void *bytes, size_t length, const char *options);

// Judges the next log of a file. At the end the status is `SPLENDOR_STATUS_END`.
splendor_answer *splendor_file_next(const splendor_file *file);

// Frees a file. Its answers stay.
void splendor_file_close(splendor_file *file);

// Frees an answer with all its texts.
void splendor_answer_free(splendor_answer *answer);

// Returns how the call ended.
splendor_status splendor_answer_status(const splendor_answer *answer);

// Returns the answer in JSON, or the reason why there is none.
const char *splendor_answer_text(const splendor_answer *answer);

// Returns the number of bytes of the text, without the zero byte at its end.
size_t splendor_answer_length(const splendor_answer *answer);

// Returns notes for the user, one a line, for example that a list is not complete.
const char *splendor_answer_notes(const splendor_answer *answer);

// Returns the verdict of `splendor_verify`, `splendor_file_next` or `splendor_why`.
splendor_verdict splendor_answer_verdict(const splendor_answer *answer);

// Returns the id of the clause that decides the verdict, like `take.pair-needs-four`; empty if no
// clause is broken.
const char *splendor_answer_clause(const splendor_answer *answer);

// Returns the violation in one line, or the reason why there is no answer; empty if there is
// neither.
const char *splendor_answer_message(const splendor_answer *answer);

// Returns the number of the turn that breaks the clause, from 1; 0 if it is not a turn.
uint64_t splendor_answer_turn(const splendor_answer *answer);

// Returns the line of the violation in the input, from 1; 0 if it has none.
uint64_t splendor_answer_line(const splendor_answer *answer);

// Returns the column of the violation in characters, from 1; 0 if it has none.
uint64_t splendor_answer_column(const splendor_answer *answer);

// Returns the number of turns in the answer of `splendor_legal_turns`.
size_t splendor_answer_turn_count(const splendor_answer *answer);

// Returns a legal turn in JSON, by its index from 0; null after the last one.
const char *splendor_answer_turn_at(const splendor_answer *answer, size_t index);

// Returns the version of the library, like `0.1.0`.
const char *splendor_version(void);

#ifdef __cplusplus
} // extern "C"
#endif // __cplusplus

#endif /* SPLENDOR_VERIFY_H */
