"""What the server answers beside Streamlit's own routes."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute

from explorer.frontend import serving
from explorer.live import channel


def routes() -> list[BaseRoute]:
    """Give the routes, also below a path, should Streamlit be told of one (server.baseUrlPath)."""
    return [
        route
        for below in ("", "/{base:path}")
        for route in (
            WebSocketRoute(f"{below}{channel.ROUTE}", channel.live),
            Route(f"{below}{serving.ROUTE}", serving.module),
        )
    ]
