import { LayerNorm } from "@saccade/nn";
import { tensor } from "@saccade/tensor";

for (const size of [1, 0.001]) {
  const x = tensor([[-size, size]]);
  const [usual, other] = [1e-5, 1e-6].map((eps) =>
    new LayerNorm(2, { eps })
      .forward(x)
      .select(0, 0)
      .select(0, 1)
      .item(),
  );
  console.log(
    `±${size}: eps 1e-5 gives ±${usual!.toFixed(4)}, ` +
      `eps 1e-6 gives ±${other!.toFixed(4)}`,
  );
}
