"""The Glossary page as a script: its first view, and that a pair survives a visit."""

from apptesting import address, opened_at, ready, to_page

from explorer.glossary import BASIC, GROUPS, TERMS, search

REST = [term.id for group in GROUPS for term in TERMS if term.group == group]
ALL = [*BASIC, *(id for id in REST if id not in BASIC)]


def glossary(**query):
    """The page, opened by a link."""
    return opened_at("glossary", **query)


def shown(app):
    return [heading.proto.anchor for heading in app.subheader]


def test_ten_basic_terms_come_first_and_all_others_are_folded_by_group():
    app = glossary()
    assert len(BASIC) == 10
    assert shown(app) == ALL
    assert [line.label.rpartition(" (")[0] for line in app.expander] == list(GROUPS)
    assert not any(line.proto.expanded for line in app.expander)
    folded = [heading.proto.anchor for line in app.expander for heading in line.subheader]
    assert folded == ALL[10:]


def test_a_term_that_does_not_exist_is_said_so_and_all_are_shown():
    app = glossary(term="zebra")
    assert shown(app) == ALL
    assert any("zebra" in caption.value for caption in app.caption)


def test_the_term_of_the_link_or_what_is_searched_for_comes_first():
    app = glossary(term="median-deviation")
    assert shown(app) == ["median-deviation", *(id for id in ALL if id != "median-deviation")]
    ready(app.text_input(key="glossary_search").set_value("tie").run())
    found = [term.id for term in search("tie")]
    assert found[0] == "tie"
    assert shown(app) == [*found, *(id for id in ALL if id not in found)]
    ready(app.text_input(key="glossary_search").set_value("").run())
    assert shown(app)[0] == "median-deviation"


def test_a_term_is_in_the_address_of_the_glossary_only():
    app = glossary(term="tie", w="3.0")
    assert "term=tie" in address(app)
    to_page(app, "compare")
    assert address(app) == "w=3.0&q=35.9&direction=precision"
