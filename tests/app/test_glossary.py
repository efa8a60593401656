"""The Glossary page as a script: its first view, and that a pair survives a visit."""

from apptesting import address, opened_at, ready, to_page

from explorer.glossary import BASIC, GROUPS, TERMS, search

REST = [term.id for group in GROUPS for term in TERMS if term.group == group]
ALL = [*BASIC, *(id for id in REST if id not in BASIC)]


def shown(app):
    return [heading.proto.anchor for heading in app.subheader]


def test_with_no_such_term_the_basic_ones_come_first_and_all_others_are_folded_by_group():
    app = opened_at("glossary", term="zebra")
    assert any("zebra" in caption.value for caption in app.caption)
    assert [header.value for header in app.header] == [
        f"{len(BASIC)} basic terms",
        "All other terms",
    ]
    assert shown(app) == ALL
    assert [line.label.rpartition(" (")[0] for line in app.expander] == list(GROUPS)
    assert not any(line.proto.expanded for line in app.expander)
    folded = [heading.proto.anchor for line in app.expander for heading in line.subheader]
    assert folded == ALL[len(BASIC) :]


def test_the_term_of_the_link_or_what_is_searched_for_comes_first():
    app = opened_at("glossary", term="median-deviation", w="3.0")
    assert shown(app) == ["median-deviation", *(id for id in ALL if id != "median-deviation")]
    ready(app.text_input(key="glossary_search").set_value("tie").run())
    found = [term.id for term in search("tie")]
    assert found[0] == "tie"
    assert shown(app) == [*found, *(id for id in ALL if id not in found)]
    ready(app.text_input(key="glossary_search").set_value("").run())
    assert shown(app)[0] == "median-deviation"
    # The term is in the address of the glossary only.
    assert "term=median-deviation" in address(app)
    assert address(to_page(app, "compare")) == "w=3.0&q=17.0&direction=precision"
