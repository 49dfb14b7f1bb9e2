import torch
import torch.nn.functional as F

values = torch.tensor([[[1.0, 5, 2, 8, 3, 4]]])  # (b, channels, n)
kernel = torch.tensor([[[0.25, 0.5, 0.25]]])  # (out, in, 3)
print(
    "convolution         ",
    F.conv1d(values, kernel, padding=1).flatten(),
)

i = torch.arange(6)
distance = (i[:, None] - i).abs()
weights = 0.5 * (distance == 0) + 0.25 * (distance == 1)
print("weights by place    ", weights @ values.flatten())
