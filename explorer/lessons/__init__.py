"""The parts of the page Lessons; the lessons are in `course`."""
