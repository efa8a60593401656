"""Label sorted values at random, and find the positions of both groups' medians.

A labeling is a random subset of fixed size, stored as bits. First, each bit is set independently
with a probability near the subset's share, so all subsets of equal size are equally likely. Then
random bits are set or cleared until the size is right. Counting bits finds the medians.
"""

import numpy as np

from core.compiling import njit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_B1 = np.uint64(0x5555555555555555)
_B2 = np.uint64(0x3333333333333333)
_B4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_PARTS = 8  # binary digits of the probability, in steps of 1/256


@njit(cache=True, nogil=True)
def _draw(state):
    """Draw 64 random bits and advance the state: SplitMix64 (Steele, Lea and Flood 2014)."""
    state[0] += _GOLDEN
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@njit(cache=True, nogil=True)
def _below(state, n):
    """Draw a random number below n < 2^32, without bias (Lemire 2019)."""
    n = np.uint64(n)
    product = (_draw(state) & _LOW) * n
    if (product & _LOW) < n:
        least = (np.uint64(1 << 32) - n) % n
        while (product & _LOW) < least:
            product = (_draw(state) & _LOW) * n
    return np.int64(product >> _HALF)


@njit(cache=True, nogil=True)
def _count(word):
    word = word - ((word >> _ONE) & _B1)
    word = (word & _B2) + ((word >> np.uint64(2)) & _B2)
    word = (word + (word >> np.uint64(4))) & _B4
    return np.int64((word * _BYTES) >> np.uint64(56))


@njit(cache=True, nogil=True)
def _subset(state, bits, length, size):
    level = min(max(round(256 * size / length), 1), 255)
    ones = 0
    for at in range(len(bits)):
        word = np.uint64(0)
        # From the lowest binary digit of the probability to the highest.
        for part in range(_PARTS):
            if level >> part & 1:
                word |= _draw(state)
            elif word:
                word &= _draw(state)
        bits[at] = word
    rest = length % 64
    if rest:
        bits[-1] &= (_ONE << np.uint64(rest)) - _ONE
    for word in bits:
        ones += _count(word)
    while ones != size:
        place = _below(state, length)
        bit = _ONE << np.uint64(place & 63)
        is_set = bits[place >> 6] & bit != 0
        if is_set == (ones > size):
            bits[place >> 6] ^= bit
            ones += -1 if is_set else 1


@njit(cache=True, nogil=True)
def _place(bits, rank, flip):
    """Find the position of the rank-th set bit (0 = first), or clear bit if `flip` is all ones."""
    at = 0
    while True:
        count = _count(bits[at] ^ flip)
        if rank < count:
            break
        rank -= count
        at += 1
    word = bits[at] ^ flip
    for _ in range(rank):
        word &= word - _ONE
    # The number of bits below the lowest set bit.
    return at * 64 + _count((word & (~word + _ONE)) - _ONE)


@njit(cache=True, nogil=True)
def median_places(seeds, n_first, n_second):
    """Label sorted values at random, and find the medians of both groups."""
    length = n_first + n_second
    bits = np.empty((length + 63) // 64, np.uint64)
    state = np.empty(1, np.uint64)
    places = np.empty((len(seeds), 4), np.int64)
    none = np.uint64(0)
    for row in range(len(seeds)):
        state[0] = seeds[row]
        _subset(state, bits, length, n_first)
        places[row, 0] = _place(bits, (n_first - 1) // 2, none)
        places[row, 1] = _place(bits, n_first // 2, none)
        places[row, 2] = _place(bits, (n_second - 1) // 2, _ALL)
        places[row, 3] = _place(bits, n_second // 2, _ALL)
    return places
