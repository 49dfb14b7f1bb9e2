from safetensors.torch import load_file
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 16, batch_first=True)
        self.out = nn.Linear(16, 2)


net = Net()
net.load_state_dict(load_file("net.safetensors"))
