import itertools
import math

import torch

for d in [1, 4, 9]:
    # (2^d, d)
    keys = torch.tensor(list(itertools.product([-1.0, 1.0], repeat=d)))
    query = keys[0]  # (d)
    products = keys @ query  # (2^d)
    by_1, by_root, by_d = [
        (products / divisor).var(unbiased=False)
        for divisor in (1, math.sqrt(d), d)
    ]
    print(
        f"d {d}: mean {products.mean():.0f}, variance {by_1:.3f}, "
        f"by √d {by_root:.3f}, by d {by_d:.3f}"
    )
