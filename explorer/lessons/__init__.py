"""The parts of the page Lessons; what is taught stands in `course`."""
