"""In the place of the process for costly questions: it answers as a test says.

It tells the test by a socket, whose port is its argument, what it hears, a line each: `asked`, or
`dropped`, and ends each question when the test writes a line.
"""

import pickle
import socket
import sys
from threading import Thread

from explorer.live.apart import read_frame, write_frame
from explorer.messages.pack import pack
from explorer.messages.questions import number_in

turns = []


def main():
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as line:
        Thread(target=listen, args=(line,), daemon=True).start()
        with line.makefile("r") as told:
            for word in told:
                answer = b"" if word.strip() == "nothing" else pack({"number": turns.pop(0)})
                write_frame(sys.stdout.buffer, answer)


def listen(line):
    while frame := read_frame(sys.stdin.buffer):
        heard = pickle.loads(frame)
        if isinstance(heard, int):
            line.sendall(b"dropped\n")
        else:
            turns.append(number_in(heard[2]))
            line.sendall(b"asked %d\n" % turns[-1])


if __name__ == "__main__":
    main()
