"""channel.js: a question that the server would not read is refused in the browser."""

ASK = """
async ({ channel, Line }, characters) => {
  const sent = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    addEventListener() {}
    close() {}
    send(text) { sent.push(text); }
  }
  window.WebSocket = Socket;
  const line = new Line({ answer() {}, refused: (text) => sent.push(text) });
  line.ask({ pair: "a", document: " ".repeat(characters) });
  await new Promise((done) => setTimeout(done));
  line.close();
  return sent[0].slice(0, 40);
}
"""


def test_a_question_that_is_too_long_is_refused_and_not_sent(modules):
    assert modules.run("shared/channel", ASK, 1_000_000).startswith('{"pair":"a"')
    assert modules.run("shared/channel", ASK, 1_200_000).startswith("This pair is too large")
