import torch

bits = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 1.0])
for most in (1, 2):
    state, read = torch.ones(()), []
    for beta in most * bits:
        state = state + beta * (0 - state)
        read.append(state)
    print(f"beta up to {most}:", torch.stack(read))
