import { ones, type Tensor, tensor } from "@saccade/tensor";
import { ints, noise } from "../../../attention/test/helpers.ts";
import { arg, layer, share, size } from "../../../tensor/test/walk.ts";

const x = noise([2, 3, 4]);
const floats = arg([x], [x.gt(0), x.to("int32"), tensor(1)]);
const bools = (given: Tensor): unknown => arg([given], [given.to("int32"), given.to("float32")]);
const mask = bools(ones([3, 3], { dtype: "bool" }));
const lens = ints([1, 3]);
const masks = {
  mask,
  keyMask: bools(ones([2, 3], { dtype: "bool" })),
  validLens: arg([lens], [lens.add(1), lens.to("float32")]),
  causal: true,
  needWeights: false,
};
const weights = { needWeights: false };
const maskFill = arg([-1e9, null, Number.NEGATIVE_INFINITY], [Number.POSITIVE_INFINITY]);
const options = { dropout: share(0.5), maskFill };
const behind = { forward: { takes: { x: floats, "mask?": mask }, options: weights } };
const whole = arg([4], [0, 1.5]);
const qkv = { forward: { takes: { q: floats, k: floats, v: floats, "mask?": mask }, options: weights } };

/** A call of each class of the documents that fits. */
export const seedCalls = {
  MultiHeadSublayer: layer(
    { nHead: size(2), dModel: whole, dK: size(2), dV: size(2) },
    { ...options, layerNormEps: arg([1e-6, 0, 1], [-1, 2]) },
    undefined,
    qkv,
  ),
  ScaledDotProductAttention: {
    options: { ...options, temperature: arg([2, 1e-9], [0, -1, 1e-300]) },
    methods: qkv,
  },
  PlainSelfAttention: layer({ embeddedSize: whole }, { maskFill }, undefined, {
    forward: { takes: { x: floats }, options: masks },
  }),
  WideSelfAttention: layer(
    { inputDim: whole, "numHeads?": size(2) },
    { outProj: true, maskFill },
    undefined,
    {
      forward: { takes: { x: floats }, options: masks },
    },
  ),
  ProjectedSelfAttention: layer({ hiddenDim: whole }, undefined, undefined, {
    forward: { takes: { x: floats }, options: weights },
  }),
  PackedSelfAttention: layer({ dim: whole }, undefined, undefined, {
    forward: { takes: { x: floats }, options: weights },
  }),
  MaskedSelfAttention: layer({ dim: whole }, options, undefined, behind),
  MultiHeadSelfAttention: layer(
    { hiddenDim: arg([4], [0, 1.5, 3]), numHeads: arg([2, 1], [0, 1.5]) },
    options,
    undefined,
    behind,
  ),
};
