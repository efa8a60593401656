"""Changes to private parts of Streamlit (1.67), each with what fails without it.

``tests/server/test_private_parts.py`` names these parts, and fails if an upgrade changes them.
"""

from contextlib import ExitStack
from importlib.resources import files
from itertools import chain
from threading import Timer
from typing import Any

import streamlit as st
from streamlit import config
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import exists, get_instance
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner

from core.jobs.turns import Turns

# Otherwise pages look for the server at the root of the site (issue 7074 of Streamlit). All pages
# are siblings below the server's path.
_HOME = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location).href }</script>'

# Otherwise an empty page stays forever where WebSockets are blocked, or where the connection was
# lost while the page loaded, as on a phone that slept.
_BARRED = """<script>
addEventListener("load", () => {
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  words.style = "position: fixed; inset: 0 0 auto; z-index: 999999; margin: 0; padding: 1rem; \
text-align: center; color-scheme: light dark; color: CanvasText; background: Canvas";
  words.textContent = "hierscope needs WebSockets, and something between this browser and the \
server, such as a proxy, blocks them.";
  setInterval(async () => {
    const app = document.querySelector("[data-test-connection-state]");
    const connected = app?.dataset.testConnectionState === "CONNECTED";
    const answered = connected || (await fetch("_stcore/health").catch(() => ({}))).ok;
    const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
    if (connected || !answered) words.remove();
    else if (app || again) document.body.prepend(words);
    else location.reload();
  }, 4000);
});
</script>"""

RELOADED = "reloaded"  # a parameter of the address, until the page writes its own

# Otherwise a reload starts a session without the uploads. Only a tab knows the name of its session.
_RELOAD = f"""<script>
try {{
  const [{{ type }}] = performance.getEntriesByType("navigation");
  const [place, name] = [new URL(location), sessionStorage.hierscope];
  if (name && type === "reload") {{
    place.searchParams.set("{RELOADED}", name);
    history.replaceState(history.state, "", place);
  }}
  addEventListener("pagehide", () => {{
    const style = getComputedStyle(document.documentElement);
    sessionStorage.hierscope = style.getPropertyValue("--hierscope-session").trim();
  }});
}} catch {{
  // The browser forbids storage, so a reload loses uploads.
}}
</script>"""

PAGE = (
    (files("streamlit") / "static" / "index.html")
    .read_text("utf-8")
    .replace("<head>", f"<head>{_HOME}{_BARRED}{_RELOAD}", 1)
)
"""Streamlit's index page, with these scripts."""

LONG = 1.0  # seconds; longer runs of a page do not delay others

_page_runs = Turns(1000)  # as many as there are tabs: only runs of one address wait
_mentioned: dict[str, set[str]] = {}  # uploads in the last run of each session


def ours_alone() -> None:
    """Read our settings only.

    Otherwise settings in the user's home or working folder apply, too. They could open the server.
    """
    path = files("explorer") / ".streamlit"
    config.get_config_files = lambda file_name: [str(path / file_name)]


def run_pages_in_turn() -> None:
    """Run the pages of one address in turn, and free the uploads that they replaced.

    Otherwise one visitor with many tabs delays the pages of others. Pages whose visitor left while
    they waited do not run; otherwise a visitor who comes and leaves fills the processor. Files
    that were replaced count as uploads until the visitor leaves.
    """
    run = ScriptRunner._run_script

    def run_in_turn(self: ScriptRunner, rerun_data: RerunData) -> None:
        free_replaced(self._session_id, self._uploaded_file_mgr, rerun_data.widget_states)
        with ExitStack() as turn:
            turn.enter_context(_page_runs.turn(lambda before: None, st.context.ip_address))
            over = Timer(LONG, turn.close)
            turn.callback(over.cancel)
            over.start()
            if not exists() or get_instance().is_active_session(self._session_id):
                run(self, rerun_data)

    ScriptRunner._run_script = run_in_turn  # type: ignore[method-assign]


def free_replaced(session: str, uploads: Any, states: WidgetStates | None) -> None:
    """Free the uploads of a session that its browser had in the last run, but not in this one."""
    if states is None:  # the browser did not ask for this run
        return
    infos = (widget.file_uploader_state_value.uploaded_file_info for widget in states.widgets)
    mentioned = {info.file_id for info in chain.from_iterable(infos)}
    for file in _mentioned.pop(session, set()) - mentioned:
        uploads.remove_file(session, file)
    if stored := mentioned & uploads.file_storage.get(session, {}).keys():
        _mentioned[session] = stored


def upload_sizes() -> dict[str, int]:
    """Return the bytes of uploads by session; Streamlit reports only the sum.

    Without them uploads have no limit by visitor or address.
    """
    storage = get_instance().uploaded_file_mgr.file_storage  # type: ignore[attr-defined]
    # Copied, because uploads continue.
    return {
        session: sum(len(file.data) for file in list(files.values()))
        for session, files in list(storage.items())
    }


def drop_expired_sessions() -> None:
    """Drop ended sessions with their uploads.

    Otherwise uploads of visitors whose page never ran stay until another visitor leaves.
    """
    manager: Any = get_instance()._session_mgr
    manager._session_storage._cache.expire()
