import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.RNN(4, 3)  # 4 numbers in at each step, a state of 3
x = torch.randn(5, 1, 4)  # (steps, batch, inputs)

with torch.no_grad():
    h = torch.zeros(1, 3)  # nothing read yet
    for xt in x.unbind(0):
        h = torch.tanh(
            xt @ rnn.weight_ih_l0.T
            + rnn.bias_ih_l0
            + h @ rnn.weight_hh_l0.T
            + rnn.bias_hh_l0
        )
    _, hn = rnn(x)


def show(state):
    return "  ".join(f"{v:.4f}" for v in state.flatten().tolist())


print("loop:", show(h))
print("RNN: ", show(hn))
