"""What holds for all tests."""

from hypothesis import settings

# How fast something is is asserted in benchmarks/, never by a test.
settings.register_profile("hierscope", deadline=None)
settings.load_profile("hierscope")
