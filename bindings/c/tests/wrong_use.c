/* Wrong use, hostile logs, a defect and threads: every call returns a status.
 *
 *     wrong_use LOG
 *
 * LOG is replays/legal/ending-by-card-2-seats.json. */

#include <assert.h>
#include <pthread.h>
#include <splendor_verify.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef NDEBUG
#error "the test needs assert"
#endif

/* Not in the header: it fails like a defect of the verifier. */
splendor_answer *splendor_defect(const char *options);

typedef splendor_answer *question(const void *log, size_t length, const char *options);

static question *const questions[] = {
    splendor_verify, splendor_legal_turns, splendor_position, splendor_why,
};

static char game[1 << 20];
static size_t game_length;

/* Checks the status of an answer and a part of its message, and frees it. */
static void expect(splendor_answer *answer, splendor_status status, const char *part) {
    const char *message = splendor_answer_message(answer);
    if (splendor_answer_status(answer) != status || strstr(message, part) == NULL) {
        int other = splendor_answer_status(answer);
        fprintf(stderr, "%d: %s; not %d: %s\n", other, message, status, part);
        abort();
    }
    if (status != SPLENDOR_STATUS_OK) {
        assert(strcmp(splendor_answer_text(answer), message) == 0);
        assert(splendor_answer_verdict(answer) == SPLENDOR_VERDICT_NONE);
        assert(splendor_answer_turn(answer) == 0 && splendor_answer_legal_turn_count(answer) == 0);
    }
    splendor_answer_free(answer);
}

static void expect_verdict(splendor_answer *answer, splendor_verdict verdict) {
    assert(splendor_answer_status(answer) == SPLENDOR_STATUS_OK);
    assert(splendor_answer_verdict(answer) == verdict);
    splendor_answer_free(answer);
}

static void null_pointers(void) {
    for (size_t index = 0; index < 4; index++) {
        expect(questions[index](NULL, 3, NULL), SPLENDOR_STATUS_MISUSE, "the log is null");
        expect(questions[index](game, SIZE_MAX, NULL), SPLENDOR_STATUS_MISUSE, "the length");
    }
    expect_verdict(splendor_verify(NULL, 0, NULL), SPLENDOR_VERDICT_MALFORMED);
    expect(splendor_logs_next(NULL), SPLENDOR_STATUS_MISUSE, "the logs are null");
    splendor_logs *logs = splendor_logs_open(NULL, 3, NULL);
    expect(splendor_logs_next(logs), SPLENDOR_STATUS_MISUSE, "the log is null");
    expect(splendor_logs_next(logs), SPLENDOR_STATUS_END, "");
    splendor_logs_close(logs);
    splendor_logs_close(NULL);
    splendor_answer_free(NULL);
    assert(splendor_answer_status(NULL) == SPLENDOR_STATUS_MISUSE);
    assert(splendor_answer_verdict(NULL) == SPLENDOR_VERDICT_NONE);
    assert(strcmp(splendor_answer_text(NULL), "") == 0 && splendor_answer_text_length(NULL) == 0);
    assert(strcmp(splendor_answer_notes(NULL), "") == 0);
    assert(strcmp(splendor_answer_clause(NULL), "") == 0);
    assert(strcmp(splendor_answer_message(NULL), "") == 0);
    assert(splendor_answer_turn(NULL) == 0 && splendor_answer_line(NULL) == 0);
    assert(splendor_answer_column(NULL) == 0 && splendor_answer_legal_turn_count(NULL) == 0);
    assert(splendor_answer_is_in_turn(NULL) == 0);
    assert(splendor_answer_legal_turn(NULL, 0) == NULL);
    assert(strchr(splendor_version(), '.') != NULL);
}

static void wrong_options(void) {
    static const char *const wrong[][2] = {
        {"", "the options: "},
        {"[]", "the options: "},
        {"{", "the options: "},
        {"{} {}", "the options: "},
        {"{\"keep_going\": true}", "unknown field `keep_going`"},
        {"{\"rulings\": {\"pass\": true}}", "the ruling `pass`"},
        {"{\"rulings\": {\"pass\": \"sometimes\"}}", "known values are when-stuck"},
        {"{\"client\": \"nobody\"}", "`nobody`"},
        {"{\"client\": \"no\\u0000body\"}", "body"},
        {"{\"rules\": {\"edition\": \"2025\"}}", "rules:1:13: the edition `2025`"},
        {"{\"published\": true, \"client\": \"spender\"}", "leave no choice"},
    };
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        const char *options = wrong[index][0];
        for (size_t question = 0; question < 4; question++) {
            splendor_answer *answer = questions[question](game, game_length, options);
            expect(answer, SPLENDOR_STATUS_REFUSED, wrong[index][1]);
        }
        splendor_logs *logs = splendor_logs_open(game, game_length, options);
        expect(splendor_logs_next(logs), SPLENDOR_STATUS_REFUSED, wrong[index][1]);
        splendor_logs_close(logs);
    }
    const char *bytes = "{\"name\": \"\xff\"}";
    expect(splendor_verify(game, game_length, bytes), SPLENDOR_STATUS_MISUSE, "UTF-8");
    question *position = splendor_position;
    expect(position(game, game_length, "{\"turn\": 0}"), SPLENDOR_STATUS_REFUSED, "no turn 0");
    expect(position(game, game_length, "{\"turn\": -1}"), SPLENDOR_STATUS_REFUSED, "the options: ");
    expect(position(game, game_length, "{\"turn\": 9999}"), SPLENDOR_STATUS_REFUSED, "9999");
    expect(splendor_why(game, game_length, NULL), SPLENDOR_STATUS_REFUSED, "no turn to judge");
}

static void hostile_logs(void) {
    size_t large = 100u << 20;
    char *junk = malloc(large);
    assert(junk != NULL);
    const char letters[] = {'\0', 'x', '[', '{', '"', ' ', (char)0xff};
    for (size_t index = 0; index < sizeof letters; index++) {
        memset(junk, letters[index], large);
        expect_verdict(splendor_verify(junk, large, NULL), SPLENDOR_VERDICT_MALFORMED);
        splendor_logs *logs = splendor_logs_open(junk, large, NULL);
        splendor_answer *report = splendor_logs_next(logs);
        assert(splendor_answer_status(report) <= SPLENDOR_STATUS_END);
        splendor_answer_free(report);
        splendor_logs_close(logs);
    }
    free(junk);
    for (size_t length = 0; length < game_length; length += 97) {
        /* A block of its own, so that the sanitizer sees a read after its end. */
        char *part = malloc(length);
        assert(length == 0 || part != NULL);
        memcpy(part, game, length);
        expect_verdict(splendor_verify(part, length, NULL), SPLENDOR_VERDICT_MALFORMED);
        free(part);
    }
}

static void defect(void) {
    const char *message = "a defect of this program, not of the log: no gems";
    for (int time = 0; time < 3; time++) {
        expect(splendor_defect("{\"name\": \"no gems\"}"), SPLENDOR_STATUS_DEFECT, message);
        expect_verdict(splendor_verify(game, game_length, NULL), SPLENDOR_VERDICT_LEGAL);
    }
}

static void place(splendor_answer *answer, uint64_t line, uint64_t column, int is_in_turn) {
    assert(splendor_answer_verdict(answer) == SPLENDOR_VERDICT_ILLEGAL);
    assert(splendor_answer_line(answer) == line && splendor_answer_column(answer) == column);
    assert(splendor_answer_is_in_turn(answer) == is_in_turn);
    splendor_answer_free(answer);
}

/* A broken clause has its place in the proposal, and a wrong edition in the log. */
static void places(void) {
    const char *gold = "{\"turn\": 1, \"proposal\": {\"seat\": 0, \"take\": [\"gold\"]}}";
    place(splendor_why(game, game_length, gold), 1, 21, 1);
    const char *rules = "{\"turn\": 1, \"rules\": {\"edition\": \"2024\"}}";
    place(splendor_why(game, game_length, rules), 3, 25, 0);
}

static void archive(void) {
    static const char zeros[1024];
    splendor_logs *logs = splendor_logs_open(zeros, sizeof zeros, NULL);
    expect(splendor_logs_next(logs), SPLENDOR_STATUS_REFUSED, "this is an archive");
    expect(splendor_logs_next(logs), SPLENDOR_STATUS_END, "");
    splendor_logs_close(logs);
}

static void turns(void) {
    splendor_answer *answer = splendor_legal_turns(game, game_length, "{\"turn\": 1}");
    size_t count = splendor_answer_legal_turn_count(answer);
    assert(splendor_answer_status(answer) == SPLENDOR_STATUS_OK && count > 10);
    for (size_t index = 0; index < count; index++) {
        const char *turn = splendor_answer_legal_turn(answer, index);
        assert(turn[0] == '{' && turn[strlen(turn) - 1] == '}');
        assert(strstr(splendor_answer_text(answer), turn) != NULL);
    }
    assert(splendor_answer_legal_turn(answer, count) == NULL);
    splendor_answer_free(answer);
}

/* Takes reports from logs that all threads share, and judges the log by itself. */
static void *judge(void *shared) {
    uintptr_t count = 0;
    for (;;) {
        splendor_answer *report = splendor_logs_next(shared);
        splendor_status status = splendor_answer_status(report);
        if (status == SPLENDOR_STATUS_END) {
            splendor_answer_free(report);
            return (void *)count;
        }
        expect_verdict(report, SPLENDOR_VERDICT_MALFORMED);
        expect_verdict(splendor_verify(game, game_length, NULL), SPLENDOR_VERDICT_LEGAL);
        count++;
    }
}

static void threads(void) {
    char lines[8 * 400];
    for (size_t start = 0; start < sizeof lines; start += 8) {
        memcpy(lines + start, "{\"a\":1}\n", 8);
    }
    splendor_logs *logs = splendor_logs_open(lines, sizeof lines, NULL);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 << 10);
    pthread_t all[8];
    for (int index = 0; index < 8; index++) {
        assert(pthread_create(&all[index], &small, judge, logs) == 0);
    }
    uintptr_t count = 0;
    for (int index = 0; index < 8; index++) {
        void *judged;
        pthread_join(all[index], &judged);
        count += (uintptr_t)judged;
    }
    pthread_attr_destroy(&small);
    splendor_logs_close(logs);
    assert(count == 400);
}

int main(int argc, char **argv) {
    assert(argc == 2);
    FILE *file = fopen(argv[1], "rb");
    assert(file != NULL);
    game_length = fread(game, 1, sizeof game, file);
    fclose(file);
    null_pointers();
    wrong_options();
    hostile_logs();
    defect();
    archive();
    places();
    turns();
    threads();
    puts("every wrong use has a status");
}
