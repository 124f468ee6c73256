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
    void operator()(splendor_logs *logs) const { splendor_logs_close(logs); }
};
using Answer = std::unique_ptr<splendor_answer, Free>;
using Logs = std::unique_ptr<splendor_logs, Free>;

static void check(bool condition, std::string_view message) {
    if (!condition) {
        std::cerr << message << '\n';
        std::exit(1);
    }
}

int main(int argc, char **argv) {
    check(argc == 2, "usage: client LOG");
    std::ifstream stream(argv[1], std::ios::binary);
    const std::string log{std::istreambuf_iterator<char>(stream), {}};

    Answer report{splendor_verify(log.data(), log.size(), nullptr)};
    check(splendor_answer_verdict(report.get()) == SPLENDOR_VERDICT_ILLEGAL, "the verdict");
    const std::string_view clause = splendor_answer_clause(report.get());
    check(clause == "take.pair-needs-four", clause);
    check(splendor_answer_turn(report.get()) == 2, "the turn");
    check(splendor_answer_line(report.get()) == 15, "the line");
    check(splendor_answer_column(report.get()) == 26, "the column");

    const Logs logs{splendor_logs_open(log.data(), log.size(), R"({ "name": "game.json" })")};
    const Answer first{splendor_logs_next(logs.get())};
    const std::string_view text{splendor_answer_text(first.get()),
                                splendor_answer_text_length(first.get())};
    check(text.find(R"("name":"game.json")") != text.npos, text);
    const Answer end{splendor_logs_next(logs.get())};
    check(splendor_answer_status(end.get()) == SPLENDOR_STATUS_END, "the end");

    const std::vector<char> nothing;
    report.reset(splendor_verify(nothing.data(), nothing.size(), nullptr));
    check(splendor_answer_verdict(report.get()) == SPLENDOR_VERDICT_MALFORMED, "an empty log");

    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; thread++) {
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
