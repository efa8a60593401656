"""The pair on screen: the parts of Compare, Triplets and Draw, which other pages use, too."""
