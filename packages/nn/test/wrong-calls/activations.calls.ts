import { Generator, ones, zeros } from "@saccade/tensor";
import { arg, type Call, type Calls, positive, share } from "../../../tensor/test/walk.ts";
import type * as dropout from "../../src/layers/dropout.ts";
import type * as piecewise from "../../src/layers/piecewise-activations.ts";
import type * as smooth from "../../src/layers/smooth-activations.ts";

type Own = typeof piecewise & typeof smooth & Omit<typeof dropout, "dropout" | "dropped">;

const inf = Number.POSITIVE_INFINITY;
const x = ones([2, 3]);
const ids = zeros([2, 3], { dtype: "int32" });
const number = arg([0.5, -1, 0, inf]);
const floats = arg([x], [ids]);
const dropped = { training: true, generator: new Generator(0) };

/** The same sample for several public names. */
export function alike<Name extends string, Of extends Call>(
  of: Of,
  ...names: readonly Name[]
): Record<Name, Of> {
  return Object.fromEntries(names.map((name) => [name, of])) as Record<Name, Of>;
}

/** The activation functions of `functional`. */
export const activationFunctions: Calls<Own, Capitalize<keyof Own>> = {
  ...alike({ takes: { x } }, "relu6", "softsign", "tanhshrink"),
  ...alike({ takes: { x: floats } }, "hardsigmoid", "hardswish", "selu", "mish"),
  ...alike(
    { takes: { x, "p?": share(0.5) }, options: dropped },
    "dropout1d",
    "alphaDropout",
    "featureAlphaDropout",
  ),
  hardtanh: { takes: { x }, options: { minVal: arg([-2, -inf], [2]), maxVal: arg([1, inf], [-3]) } },
  hardshrink: { takes: { x }, options: { lambd: number } },
  softshrink: { takes: { x }, options: { lambd: positive(0.5) } },
  threshold: { takes: { x, threshold: number, value: number } },
  prelu: { takes: { x: floats, weight: arg([ones([3]), ones([1]), ones([])], [ones([2])]) } },
  rrelu: {
    takes: { x: floats },
    options: { lower: arg([0.1, -1], [0.4, inf]), upper: arg([0.3, 1], [0, inf]), ...dropped },
  },
  celu: { takes: { x: floats }, options: { alpha: arg([2, -1], [0, inf]) } },
  softplus: { takes: { x: floats }, options: { beta: arg([2, -1], [0, inf]), threshold: number } },
  glu: { takes: { x: arg([ones([2, 4])], [ids]), "dim?": arg([0, -2], [1.5]) } },
  softmin: { takes: { x, dim: arg([1, -2], [1.5]) } },
  gumbelSoftmax: {
    takes: { logits: floats },
    options: {
      tau: arg([0.5], [0, -1, inf]),
      hard: true,
      dim: arg([1, 0], [0.5]),
      generator: new Generator(0),
    },
  },
  dropout2d: { takes: { x: ones([2, 2, 2]), "p?": share(0.5) }, options: dropped },
  dropout3d: { takes: { x: ones([2, 2, 2, 2]), "p?": share(0.5) }, options: dropped },
};
