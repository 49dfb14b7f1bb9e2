import torch

parameter = torch.nn.Parameter(torch.zeros(1))
optimizer = torch.optim.Adam(
    [parameter], lr=1, betas=(0.9, 0.98), eps=1e-9
)
schedule = torch.optim.lr_scheduler.LambdaLR(
    optimizer,
    lambda i: 512**-0.5 * min((i + 1) ** -0.5, (i + 1) * 4000**-1.5),
)
for step in range(1, 16_001):
    if step in [1, 1000, 4000, 16_000]:
        print(f"step {step}: {optimizer.param_groups[0]['lr']:.2e}")
    optimizer.step()
    schedule.step()
