// A client in C++17: it owns answers with unique_ptr, and judges in several threads.

#include <splendor_verify.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct Free {
    void operator()(splendor_answer *answer) const { splendor_answer_free(answer); }
    void operator()(splendor_file *file) const { splendor_file_close(file); }
};
using Answer = std::unique_ptr<splendor_answer, Free>;
using File = std::unique_ptr<splendor_file, Free>;

static void check(bool holds, std::string_view what) {
    if (!holds) {
        std::cerr << what << '\n';
        std::exit(1);
    }
}

int main(int count, char **words) {
    check(count == 2, "usage: client LOG");
    std::ifstream stream(words[1], std::ios::binary);
    const std::string log{std::istreambuf_iterator<char>(stream), {}};

    Answer report{splendor_verify(log.data(), log.size(), nullptr)};
    check(splendor_answer_verdict(report.get()) == SPLENDOR_VERDICT_ILLEGAL, "the verdict");
    const std::string_view clause = splendor_answer_clause(report.get());
    check(clause == "take.pair-needs-four", clause);
    check(splendor_answer_turn(report.get()) == 2, "the turn");
    check(splendor_answer_line(report.get()) == 15, "the line");
    check(splendor_answer_column(report.get()) == 26, "the column");

    const File file{splendor_file_open(log.data(), log.size(), R"({ "name": "game.json" })")};
    const Answer first{splendor_file_next(file.get())};
    const std::string_view text{splendor_answer_text(first.get()),
                                splendor_answer_length(first.get())};
    check(text.find(R"("name":"game.json")") != text.npos, text);
    const Answer end{splendor_file_next(file.get())};
    check(splendor_answer_status(end.get()) == SPLENDOR_STATUS_END, "the end");

    const std::vector<char> nothing;
    report.reset(splendor_verify(nothing.data(), nothing.size(), nullptr));
    check(splendor_answer_verdict(report.get()) == SPLENDOR_VERDICT_MALFORMED, "an empty log");

    std::vector<std::thread> threads;
    for (int at = 0; at < 4; at++) {
        threads.emplace_back([&log] {
            for (int time = 0; time < 100; time++) {
                const Answer again{splendor_verify(log.data(), log.size(), nullptr)};
                check(splendor_answer_turn(again.get()) == 2, "the turn in a thread");
            }
        });
    }
    for (auto &thread : threads) thread.join();
    std::cout << "the client in C++ works\n";
}
