"""Represent an image by its pixels (section "Data Representation" of the paper)."""

import io
import warnings

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from core.errors import ReadError
from core.io.limits import MAX_PIXELS, MAX_SCANS, MAX_SIDE, refuse_more

SIDE = 64
CHANNELS = 3

# Pillow runs another program for some formats, such as EPS, but not for these.
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
_PAPER = (255, 255, 255)
_STRIP = 64  # rows
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"
_SMALLER = "Make it smaller"


def image_bytes(data: bytes) -> bytes:
    """Return the first frame as 64 x 64 RGB pixels: upright, on white, in its own color space."""
    if data.startswith(_JPEG):
        refuse_more(data.count(_SCAN), MAX_SCANS, "scans of a JPEG", advice="Save it again")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about metadata, which is not used
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:  # size from the header
                    raise Image.DecompressionBombError
                refuse_more(max(image.size), MAX_SIDE, "pixels in a row or column", advice=_SMALLER)
                small = _rgb(image).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
        return small.tobytes()
    except ReadError:
        raise
    except UnidentifiedImageError as error:
        advice = f"Use {', '.join(_FORMATS)}"
        raise ReadError("not a readable image", advice=advice) from error
    except Image.DecompressionBombError as error:
        raise ReadError(f"more than the {MAX_PIXELS:,} pixels allowed", advice=_SMALLER) from error
    except Exception as error:
        # Pillow's decoders can raise any exception for a damaged file.
        raise ReadError(f"the image is damaged ({error})", advice="Save it again") from error


def _rgb(image: Image.Image) -> Image.Image:
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode in ("I", "F"):
        raise ReadError("an image of 32 bits, with an unknown range", advice="Save it in 8 bits")
    if image.mode.startswith("I;16"):
        # convert() would clip values above 255.
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if not image.has_transparency_data:
        return image.convert("RGB")
    whole = Image.new("RGB", image.size)
    for top in range(0, image.height, _STRIP):  # a whole image would be in memory five times
        strip = (0, top, image.width, min(top + _STRIP, image.height))
        seen = image.crop(strip).convert("RGBA")
        paper = Image.new("RGBA", seen.size, (*_PAPER, 255))
        whole.paste(Image.alpha_composite(paper, seen).convert("RGB"), strip)
    return whole
