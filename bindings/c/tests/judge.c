/* Prints answers of the library, for compare.py.
 *
 *     judge QUESTION OPTIONS FILE...
 *
 * QUESTION is file, verify, legal, position or why.  OPTIONS are fields of the options, like
 * `"turn": 2, `, which are followed by the name of the file.  A reason why there is no answer goes
 * to standard error, and the status is then 1. */

#include <splendor_verify.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    if (bytes == NULL || fread(bytes, 1, *length, file) != *length) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return bytes;
}

/* Prints an answer and frees it. */
static int print(splendor_answer *answer) {
    int refused = splendor_answer_status(answer) != SPLENDOR_STATUS_OK;
    const char *text = splendor_answer_text(answer);
    if (strlen(text) != splendor_answer_text_length(answer)) {
        fprintf(stderr, "the text has another length\n");
        refused = 2;
    }
    if (strcmp(splendor_answer_notes(answer), "") != 0) {
        fprintf(stderr, "%s", splendor_answer_notes(answer));
    }
    fprintf(refused ? stderr : stdout, "%s\n", text);
    splendor_answer_free(answer);
    return refused;
}

static int print_file(const char *bytes, size_t length, const char *options) {
    splendor_logs *logs = splendor_logs_open(bytes, length, options);
    int status = 0;
    for (;;) {
        splendor_answer *report = splendor_logs_next(logs);
        if (splendor_answer_status(report) == SPLENDOR_STATUS_END) {
            splendor_answer_free(report);
            break;
        }
        status |= print(report);
    }
    splendor_logs_close(logs);
    return status;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    const char *question = argv[1];
    int status = 0;
    for (int index = 3; index < argc; index++) {
        const char *path = argv[index];
        size_t length;
        char *bytes = read_file(path, &length);
        char options[4096];
        snprintf(options, sizeof options, "{ %s\"name\": \"%s\" }", argv[2], path);
        if (strcmp(question, "file") == 0) {
            status |= print_file(bytes, length, options);
        } else if (strcmp(question, "verify") == 0) {
            status |= print(splendor_verify(bytes, length, options));
        } else if (strcmp(question, "legal") == 0) {
            status |= print(splendor_legal_turns(bytes, length, options));
        } else if (strcmp(question, "position") == 0) {
            status |= print(splendor_position(bytes, length, options));
        } else {
            status |= print(splendor_why(bytes, length, options));
        }
        free(bytes);
    }
    return status;
}
