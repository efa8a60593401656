"""Everything that is fuzzed, by name."""

from . import artifacts, commands, lessons, live, readers, tables

TARGETS = {
    target.name: target
    for module in (readers, lessons, live, tables, artifacts, commands)
    for target in module.TARGETS
}
