import math
from collections import Counter


def ngrams(words, n):
    return Counter(
        tuple(words[i : i + n]) for i in range(len(words) - n + 1)
    )


def bleu(prediction, reference, k):
    predicted, wanted = prediction.split(), reference.split()
    if not predicted:
        return 0.0
    score = math.exp(min(0, 1 - len(wanted) / len(predicted)))
    for n in range(1, min(k, len(predicted)) + 1):
        matches = (ngrams(predicted, n) & ngrams(wanted, n)).total()
        score *= (matches / (len(predicted) - n + 1)) ** (0.5**n)
    return score


reference = "we drew a cat last week"
for prediction in [
    "we drew a cat last week",
    "we drew a dog last week",
    "last week we drew a cat",
    "we drew a cat",
    "a a a a a a",
]:
    print(f"{bleu(prediction, reference, 2):.3f}", prediction)
