import {
  chunkedMemory,
  type Memory,
  type MemoryTerms,
  recurrentMemory,
} from "@saccade/attention/definitions/ladder";
import { vjp } from "@saccade/autograd";
import type { Tensor } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Case, Workload } from "../workload.ts";

const shape = [1, 8, 2048, 64];
const names = ["q", "k", "v", "g"] as const;

/** What the memories forget and correct, from numbers in [−1, 1) that keys and decays are made of. */
const kinds: Readonly<Record<string, (k: Tensor) => MemoryTerms>> = {
  "gated DeltaNet": (k) => ({ g: k.select(-1, 0).sub(1).div(16), beta: k.select(-1, 1).sigmoid() }),
  "GLA, a decay for each head": (k) => ({ g: k.select(-1, 0).sub(1).div(16) }),
  "GLA, a decay for each feature": (k) => ({ g: k.sub(1).div(16) }),
};
const forms: Readonly<Record<string, Memory>> = {
  "in chunks": chunkedMemory(32),
  "token by token": recurrentMemory,
};

function recall(kind: string, form: string, backward: boolean): Case {
  return {
    name: `${kind}, ${form}, ${backward ? "forward + backward" : "forward"}`,
    inputs: () => Object.fromEntries(names.map((name, i) => [name, floats(shape, i + 1)])),
    tolerance: 1e-3,
    programs: {
      saccade: (s, io) =>
        s.calculation(io, names, (q, k, v, g) => {
          const unit = k.div(k.norm({ dim: -1, keepdim: true }));
          const terms = kinds[kind]!(k);
          const forward = (a: Tensor, b: Tensor, c: Tensor): Tensor => forms[form]!(a, b, c, terms).output;
          if (!backward) return forward(q, unit, v);
          const { value, pullBack } = vjp(forward, [q, unit, v]);
          return [value, ...pullBack(g)];
        }),
    },
  };
}

/** Memories of fixed size at the length, heads and width of "attention", B1 H8 L2048, causal, which they stand beside. */
export const ladder: Workload = {
  title: "memories of fixed size, B1 H8 L2048 D 64",
  cases: Object.keys(kinds).flatMap((kind) =>
    Object.keys(forms).flatMap((form) => [false, true].map((backward) => recall(kind, form, backward))),
  ),
};
