from safetensors.torch import save_file
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
save_file(net.state_dict(), "net.safetensors")
