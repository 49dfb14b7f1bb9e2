import math
from collections import Counter


def ngrams(words, n):
    return Counter(
        tuple(words[i : i + n]) for i in range(len(words) - n + 1)
    )


def bleu(prediction, reference, k):
    predicted, wanted = prediction.split(" "), reference.split(" ")
    score = math.exp(min(0, 1 - len(wanted) / len(predicted)))
    # the common version; right: range(1, min(k, len(predicted)) + 1)
    for n in range(1, k + 1):
        matches = (ngrams(predicted, n) & ngrams(wanted, n)).total()
        score *= (matches / (len(predicted) - n + 1)) ** (0.5**n)
    return score


for prediction in ["", "we", "we drew"]:
    try:
        print(
            repr(prediction),
            f"{bleu(prediction, 'we drew a cat', 2):.3f}",
        )
    except ZeroDivisionError as error:
        print(repr(prediction), type(error).__name__)
