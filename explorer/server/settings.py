"""Settings of Streamlit; they are the same wherever the server is started."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from streamlit import config
from streamlit.runtime.app_session import AppSession

from explorer.server.listening import PublicAddress

SCRIPT = Path(str(files("explorer") / "script" / "navigation.py"))


def ours_alone() -> None:
    """Make Streamlit (1.67) ignore settings of other applications, which could open the server."""
    folder = SCRIPT.parents[1] / ".streamlit"

    def get_config_files(file_name: str) -> list[str]:
        return [str(folder / file_name)]

    config.get_config_files = get_config_files


def watch_when_told() -> None:
    """Make Streamlit (1.67) respect ``server.fileWatcherType`` also after a lost connection."""
    register = AppSession.register_file_watchers

    def when_told(self: AppSession) -> None:
        if config.get_option("server.fileWatcherType") != "none":
            register(self)

    AppSession.register_file_watchers = when_told  # type: ignore[method-assign]


def settings(
    host: str, port: int, hosts: list[str], public: PublicAddress | None, *, reload: bool
) -> dict[str, Any]:
    """Return the settings of this start; for others see ``explorer/.streamlit/config.toml``."""
    return {
        "server.address": host,
        "server.port": port,
        "server.fileWatcherType": "auto" if reload else "none",
        # The command opens the browser and prints the address, because it has the token.
        "server.headless": True,
        "logger.hideWelcomeMessage": True,
        "server.allowedHosts": hosts,
        "server.baseUrlPath": public.path if public else "",
        "server.corsAllowedOrigins": [public.origin] if public else [],
    }
