"""Streamlit's index page, with the server's address added (issue 7074 of Streamlit, 1.67)."""

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

# All pages are siblings below the server's path.
_HOME = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location).href }</script>'

# Without a WebSocket, Streamlit shows an empty page forever.
_BARRED = """<script>
addEventListener("load", () => {
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  words.style = "position: fixed; inset: 0 0 auto; z-index: 999999; margin: 0; padding: 1rem; \
text-align: center; color-scheme: light dark; color: CanvasText; background: Canvas";
  words.textContent = "hierscope needs WebSockets, and something between this browser and the \
server, such as a proxy, blocks them.";
  setInterval(async () => {
    const connected = document.querySelector("[data-test-connection-state=CONNECTED]");
    const answered = connected || (await fetch("_stcore/health").catch(() => ({}))).ok;
    if (!connected && answered) document.body.prepend(words);
    else words.remove();
  }, 4000);
});
</script>"""

PAGE = (
    (files("streamlit") / "static" / "index.html")
    .read_text("utf-8")
    .replace("<head>", f"<head>{_HOME}{_BARRED}", 1)
)

_PAGES = files("explorer") / "pages"


def pages(below: str) -> list[Route]:
    names = [path.name.removesuffix(".py") for path in _PAGES.iterdir() if path.is_file()]
    start = f"/{below}/" if below else "/"
    return [Route(start + name, _page) for name in ("", *names) if not name.startswith("_")]


async def _page(request: Request) -> HTMLResponse:
    return HTMLResponse(PAGE, headers={"Cache-Control": "no-cache"})
