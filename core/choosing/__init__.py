"""Help to choose a window, which the paper leaves to the user (section 6)."""

from core.choosing.advice import Advice, advise
from core.choosing.layers import LayerWeights, layer_weights

__all__ = ["Advice", "LayerWeights", "advise", "layer_weights"]
