"""The public address of a server, and its effects."""

import re
from pathlib import Path

import pytest
from cases import case_rows

from core.io.limits import MAX_BYTES
from explorer.machine import for_this_machine
from explorer.server.listening import public_address
from hierscope.__main__ import options_parser

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


@pytest.mark.parametrize(("text", "origin", "host", "path"), case_rows("words", "public-addresses"))
def test_an_address_is_taken_apart(text, origin, host, path):
    found = public_address(text)
    assert (found.origin, found.host, found.path) == (origin, host, path)


@pytest.mark.parametrize(("text", "told"), case_rows("words", "wrong-addresses"))
def test_what_is_no_address_is_told(text, told):
    with pytest.raises(ValueError, match=told):
        public_address(text)


def test_a_server_behind_another_is_for_others(served, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    entry, _ = served()
    assert entry.key
    assert for_this_machine()
    entry, settings = served("--serve", "https://lab.example:8443/hierscope")
    assert not for_this_machine()
    assert (entry.hosts, entry.key) == (["lab.example"], "")
    assert (entry.origins, entry.below) == (["https://lab.example:8443"], "hierscope")
    assert settings["server.baseUrlPath"] == "hierscope"
    assert settings["server.allowedHosts"] == ["lab.example"]
    assert settings["server.corsAllowedOrigins"] == entry.origins
    assert settings["server.address"] == "127.0.0.1"


def test_what_is_shipped_for_nginx_and_systemd_fits_together():
    site, unit = ((DEPLOY / name).read_text() for name in ("nginx.conf", "hierscope.service"))
    (command,) = re.findall(r"^ExecStart=\S+/hierscope (.*)$", unit, re.M)
    options = options_parser().parse_args(command.split())
    public = public_address(options.serve)
    assert f"server_name {public.host};" in site
    assert f"location /{public.path}/ {{" in site
    assert f"proxy_pass http://{options.host}:{options.port};" in site
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", site)
    assert int(megabytes) * 2**20 > MAX_BYTES
