"""Talks to `splendor engine`: a question is a line, and so is its answer."""

import json
import subprocess


class Engine:
    """The running program."""

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
        """The line that answers a question, which is the inside of an object."""
        self.process.stdin.write(b'{"id":1,' + question.encode() + b"}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().decode()

    def read(self, question):
        """What answers a question."""
        answer = json.loads(self.ask(question))
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def judge(position, texts):
    """The question what several turns come to at a position, both as texts."""
    return f'"ask":"judge","position":{position},"turns":[{",".join(texts)}]'
