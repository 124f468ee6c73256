"""Talks to `splendor engine`: each question and each answer is one line."""

import json
import subprocess

MOST = 8_000_000  # The most bytes of an answer that is read.


class Engine:
    """A running engine."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "engine"], stdin=pipe, stdout=pipe)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, question):
        """Returns the answer line to a question, given as the inside of a JSON object."""
        self.process.stdin.write(b'{"id":1,' + question.encode() + b"}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().decode()

    def ask_briefly(self, question):
        """Returns the answer line to a question, or None if it is very long."""
        self.process.stdin.write(b'{"id":1,' + question.encode() + b"}\n")
        self.process.stdin.flush()
        line = part = self.process.stdout.readline(MOST)
        while not part.endswith(b"\n"):
            part = self.process.stdout.readline(MOST)
        return line.decode() if line.endswith(b"\n") else None

    def read(self, question):
        """Returns the parsed answer to a question."""
        answer = json.loads(self.ask(question))
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def judge(position, texts):
    """Returns the question about the results of several turns at a position, both given as text."""
    return f'"ask":"judge","position":{position},"turns":[{",".join(texts)}]'
