import torch
from torch import nn

torch.manual_seed(0)
rnn = nn.RNN(16, 16, bias=False)
hh = rnn.weight_hh_l0.detach().clone()
x = torch.randn(51, 1, 16) * 0.01  # small: tanh stays linear
x.requires_grad_()

for times in (1, 1.5, 2):
    with torch.no_grad():
        rnn.weight_hh_l0.copy_(hh * times)
    _, hn = rnn(x)
    (gradient,) = torch.autograd.grad(hn.sum(), x)
    norms = gradient.norm(dim=(1, 2))  # (51)
    far = norms[0].item()  # 50 steps back
    print(f"W_h × {times}:".ljust(10), f"{far:.1e}")
