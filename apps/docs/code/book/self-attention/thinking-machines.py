import math

import torch

# q·k of "Thinking" with "Thinking" and with "Machines"
scores = torch.tensor([112.0, 96.0])
scaled = scores / math.sqrt(64)  # keys of 64 dims
weights = torch.softmax(scaled, dim=-1)

print("divided by 8:", ", ".join(f"{x:.0f}" for x in scaled))
print("softmax:     ", ", ".join(f"{x:.2f}" for x in weights))
