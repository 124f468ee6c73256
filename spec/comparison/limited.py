"""Talks to `splendor engine` with a limit of memory.

With Orient or Strongholds some positions have millions of legal turns, and the program lists all of
them before it answers.
"""

import resource
import signal
import subprocess

from engine import MOST, Engine

MEMORY = 512 << 20  # Most bytes of the program.


def limit():
    """Limits the memory of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class LimitedEngine(Engine):
    """A running engine that starts anew if an answer is too long for its memory."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self):
        """Starts the program."""
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [self.program, "engine"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL,
            preexec_fn=limit)

    def ask_briefly(self, question):
        """Returns the answer line to a question, or None if it is very long."""
        self.process.stdin.write(b'{"id":1,' + question.encode() + b"}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline(MOST)
        if line.endswith(b"\n"):
            return line.decode()
        if len(line) == MOST:
            self.process.kill()
        elif self.process.wait() != -signal.SIGABRT:
            raise ValueError(f"the program stopped at {question[:20_000]}")
        self.process.wait()
        self.start()
        return None
