import type { Tensor } from "@saccade/tensor";

/** The activations of feed-forward networks: "gelu" is the function itself, "geluTanh" its approximation by tanh. */
export const activations = {
  gelu: (x: Tensor): Tensor => x.gelu(),
  geluTanh: (x: Tensor): Tensor => x.gelu({ approximate: "tanh" }),
  relu: (x: Tensor): Tensor => x.relu(),
  silu: (x: Tensor): Tensor => x.silu(),
};
