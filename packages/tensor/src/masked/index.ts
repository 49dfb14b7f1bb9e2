// Reductions of the elements that a mask lets through, under the names of torch.masked: masked.mean(x, 1, { mask }).
import "../methods.ts";

export * from "./along.ts";
export type { MaskedAlongOptions, MaskedOptions } from "./mask.ts";
export * from "./reductions.ts";
