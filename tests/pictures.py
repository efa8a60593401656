"""Checks for the pictures of all pages, in Chromium."""


def texts_outside(picture, plot=".plot"):
    """Return the texts of a chart outside its plot."""
    return picture.evaluate(
        """(picture, plot) => {
          const box = picture.querySelector(plot).getBoundingClientRect();
          return [...picture.querySelectorAll(`${plot} text`)].filter((text) => {
            const { left, right, bottom } = text.getBoundingClientRect();
            return right > box.right + 1 || left < box.left - 1 || bottom > box.bottom + 1;
          }).map((text) => text.textContent);
        }""",
        plot,
    )
