"""The training text: sentences drawn with integer arithmetic, the same as in text.ts, character by character."""

ALPHABET = "\n .abcdefghijklmnopqrstuvwxyz"
DETERMINERS = ["the", "a", "this", "every"]
ADJECTIVES = ["small", "old", "quiet", "red", "quick", "tall", "kind", "round"]
NOUNS = ["cat", "sailor", "river", "wheel", "teacher", "bird", "lamp", "tree"]
VERBS = ["follows", "paints", "carries", "turns", "asks", "hears", "lights", "hides"]


def draw(seed, i):
    """32 bits from a seed and a number: a Weyl sequence with a mixing function (Steele et al. 2014, SplitMix)."""
    z = (seed + (i + 1) * 0x9E3779B9) & 0xFFFFFFFF
    z = ((z ^ (z >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
    z = ((z ^ (z >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return z ^ (z >> 15)


def sentence(seed, i):
    """The verb depends on the subject, so that there is something to learn beyond the spelling."""
    bits = draw(seed, i)
    pick = lambda words, shift: words[(bits >> shift) % len(words)]
    subject = f"{pick(DETERMINERS, 0)} {pick(ADJECTIVES, 2)} {pick(NOUNS, 5)}"
    verb = VERBS[((bits >> 5) + (bits >> 8) % 2) % len(VERBS)]
    return f"{subject} {verb} {pick(DETERMINERS, 9)} {pick(NOUNS, 11)}.\n"


def make_text(seed, sentences):
    """Token ids of the whole text."""
    text = "".join(sentence(seed, i) for i in range(sentences))
    return [ALPHABET.index(character) for character in text]


def batch(ids, data, step):
    """Rows of length + 1 tokens for a step: `data` holds seed, batch and length."""
    size, length = data["batch"], data["length"]
    starts = [draw(data["seed"] ^ 0xFFFFFFFF, step * size + row) % (len(ids) - length) for row in range(size)]
    return [ids[start : start + length + 1] for start in starts]
