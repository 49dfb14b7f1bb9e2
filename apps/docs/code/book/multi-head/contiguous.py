import torch

heads = torch.arange(12).reshape(1, 2, 3, 2)  # (b, h, n, d)
# (b, n, h, d): a view of the same memory
turned = heads.transpose(1, 2)
print(
    "shape",
    " × ".join(map(str, turned.shape)),
    " strides",
    ", ".join(map(str, turned.stride())),
)
try:
    turned.view(1, 3, 4)
except RuntimeError as error:
    print(error)
joined = turned.contiguous().view(1, 3, 4)
print("joined", joined[0].tolist())
