"""Questions are answered without Arrow, Streamlit and a compiler, as a static edition needs."""

import json
import subprocess
import sys
from pathlib import Path

from asking import look

from core.samples import sample
from explorer.live.answers import Pairs, reply

ROOT = Path(__file__).parents[2]
BARE = """
import sys, types
numba = types.ModuleType("numba")  # no submodule, and nothing but the decorator
numba.njit = lambda function=None, **how: function or (lambda function: function)
sys.modules["numba"] = numba
for missing in ("pyarrow", "pandas", "plotly", "streamlit", "starlette", "uvicorn"):
    sys.modules[missing] = None
from explorer.live.answers import Pairs, reply
sys.stdout.buffer.write(reply(sys.argv[1], Pairs()))
"""


def test_a_question_is_answered_without_arrow_and_compiler():
    asked = look(sample("figure6"), 25.0, track="whole", listed="query", strips=True)
    text = json.dumps(asked)
    done = subprocess.run([sys.executable, "-c", BARE, text], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == reply(text, Pairs())
