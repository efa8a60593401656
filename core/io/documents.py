"""Check documents from outside with pydantic models, and convert its errors to ours."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError

from core.errors import ReadError
from core.files.names import shortened

Document = TypeVar("Document")

_OBJECT, _LIST, _NUMBER = "not an object", "not a list", "not a number"
_PROBLEMS = {
    "missing": "missing",
    "extra_forbidden": "not a known field",
    "dataclass_type": _OBJECT,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "float_type": _NUMBER,
    "int_type": _NUMBER,
    "string_type": "not text",
    "string_unicode": "a character that UTF-8 can't encode (an unpaired surrogate)",
    "too_long": "more than the {max_length:,} allowed",
    "string_too_long": "more than the {max_length} characters allowed",
    "greater_than_equal": "less than {ge:,.15g}",
    "less_than_equal": "more than {le:,.15g}",
    "finite_number": "not a finite number",
    "union_tag_invalid": "not a known kind",
    "value_error": "{error}",
}
_ADVICE_BY_KIND = {
    "string_unicode": "Replace it",
    "too_long": "Leave some out",
    "string_too_long": "Shorten it",
    "greater_than_equal": "Use {ge:,.15g} or more",
    "less_than_equal": "Use {le:,.15g} or less",
    "finite_number": "Use a finite number",
    "unknown_name": "Use one of them",
}


def checked(
    validate: Callable[[Any], Document], value: object, *, source: str, advice: str
) -> Document:
    """Check a document; raise the first error with its place; `advice` is for errors of form."""
    try:
        return validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        kind, context = first["type"], first.get("ctx", {})
        text = _PROBLEMS.get(kind)
        # pydantic's messages can contain the document's text.
        problem = text.format(**context) if text else shortened(first["msg"])
        advice = _ADVICE_BY_KIND.get(kind, advice).format(**context)
        place = _place(first["loc"]) or "the document"
        raise ReadError(f"{place}: {problem}", source=source, advice=advice) from error


def _place(keys: tuple[int | str, ...]) -> str:
    """Describe a place in a document: ``boundary 3 of layer 2 of estimate``."""
    parts: list[str] = []
    for key in keys:
        if isinstance(key, int) and parts:
            name = parts[-1]
            singular = f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
            parts[-1] = f"{singular} {key + 1}"
        else:
            parts.append(shortened(str(key)))
    return " of ".join(reversed(parts))
