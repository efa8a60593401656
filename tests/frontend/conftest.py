"""Call the frontend's modules in Chromium, without the explorer."""

from pathlib import Path

import pytest

from explorer.frontend.serving import FILES

TYPES = {".js": "text/javascript", ".json": "application/json", ".css": "text/css"}
ORIGIN = "http://frontend.test"
FACTORY = "async ([name, words, given]) => eval(words)(await import(`/${name}.js`), ...given)"


class Modules:
    """Gives what functions of JavaScript make of a module and of arguments."""

    def __init__(self, page):
        self.page = page

    def call(self, module, function, *given):
        """What an exported function gives."""
        return self.run(module, f"(all, ...given) => all.{function}(...given)", *given)

    def run(self, module, words, *given):
        """What a function in JavaScript's words makes of a module and of arguments."""
        return self.page.evaluate(FACTORY, [module, words, list(given)])


def answer(route):
    """Give a page to begin with, or a module; nothing else is there."""
    name = route.request.url.removeprefix(f"{ORIGIN}/")
    if not name:
        route.fulfill(body="<!doctype html><title>modules</title>", content_type="text/html")
    elif name in FILES:
        route.fulfill(body=FILES[name], content_type=TYPES[Path(name).suffix])
    else:
        route.fulfill(status=404)


@pytest.fixture(scope="session")
def module_page(browser):
    context = browser.new_context()
    context.route(f"{ORIGIN}/**", answer)
    page = context.new_page()
    page.goto(f"{ORIGIN}/")
    yield page
    context.close()


@pytest.fixture
def modules(module_page):
    """A page with the modules at hand; fails when something in it went wrong unseen."""
    faults = []

    def note(error):
        faults.append(str(error))

    module_page.on("pageerror", note)
    yield Modules(module_page)
    module_page.remove_listener("pageerror", note)
    assert not faults
