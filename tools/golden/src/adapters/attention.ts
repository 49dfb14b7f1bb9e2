import {
  AdditiveAttention,
  type Attended,
  averagePooling,
  DotProductAttention,
  leaveOneOut,
  maskedSoftmax,
  NadarayaWatson,
  nadarayaWatson,
} from "@saccade/attention";
import {
  MaskedSelfAttention,
  MultiHeadSelfAttention,
  MultiHeadSublayer,
  PackedSelfAttention,
  PlainSelfAttention,
  ProjectedSelfAttention,
  ScaledDotProductAttention,
  WideSelfAttention,
} from "@saccade/models/seeds";
import type { Module } from "@saccade/nn";
import { type Tensor, zeros } from "@saccade/tensor";
import { type Adapters, type Inputs, layer, type OpAdapter, type Outputs, op } from "../adapter.ts";
import { asFlag, asNumber, type Fields, given } from "../case.ts";
import { seedFills } from "./seed-fills.ts";

/** The seeds' masks hold numbers, in which 0 forbids. */
export const boolMask = (mask: Tensor | undefined): Tensor | undefined =>
  mask?.dtype === "bool" ? mask : mask?.ne(0);

const maskOf = (inputs: Inputs, name: string): Tensor | undefined => boolMask(inputs.maybe(name));

// A length beyond the keys means all of them to the seeds.
const lengthsOf = (inputs: Inputs, keys: number): Tensor | undefined =>
  inputs.maybe("valid_lens")?.clamp({ max: keys });

const outputs = ({ output, weights }: Attended): Outputs => ({ out: output, attn: weights });

export function multiHead000(attrs: Fields): MultiHeadSublayer {
  const [nHead, dModel] = [attrs.number("n_head"), attrs.number("d_model")];
  const options = attrs.options({ dropout: asNumber, layerNormEps: asNumber });
  const fill = { maskFill: seedFills.seed000 };
  return new MultiHeadSublayer(nHead, dModel, attrs.number("d_k"), attrs.number("d_v"), {
    ...options,
    ...fill,
  });
}

export const selfAttention002 = (attrs: Fields): WideSelfAttention =>
  new WideSelfAttention(attrs.number("input_dim"), attrs.maybe("num_heads", asNumber), {
    outProj: attrs.maybe("out_proj", asFlag) ?? false,
  });

export const multiHead003 = (attrs: Fields): MultiHeadSelfAttention =>
  new MultiHeadSelfAttention(attrs.number("hidden_dim"), attrs.number("nums_head"), {
    ...attrs.options({ dropout: asNumber }),
    maskFill: seedFills.seed003,
  });

const attendWithLengths = (module: AdditiveAttention | DotProductAttention, inputs: Inputs): Outputs => {
  const [queries, keys, values] = [inputs.get("queries"), inputs.get("keys"), inputs.get("values")];
  return outputs(module.forward(queries, keys, values, lengthsOf(inputs, keys.size(-2))));
};

interface OfOne extends Module {
  forward(x: Tensor): Attended;
}

const ofOne = (build: (attrs: Fields) => OfOne): OpAdapter =>
  layer(build, (module, inputs) => outputs(module.forward(inputs.get("x"))));

/** The seeds' attentions, and the modules around them in seed 004's first half. */
export const attention: Adapters = {
  "seed000.ScaledDotProductAttention": layer(
    (attrs) =>
      new ScaledDotProductAttention({
        ...given({
          temperature: attrs.maybe("temperature", asNumber),
          dropout: attrs.maybe("attn_dropout", asNumber),
        }),
        maskFill: seedFills.seed000,
      }),
    (module, inputs) =>
      outputs(module.forward(inputs.get("q"), inputs.get("k"), inputs.get("v"), maskOf(inputs, "mask"))),
  ),
  "seed000.MultiHeadAttention": layer(multiHead000, (module, inputs) =>
    outputs(module.forward(inputs.get("q"), inputs.get("k"), inputs.get("v"), maskOf(inputs, "mask"))),
  ),
  "seed000.MultiHeadAttention.self": layer(multiHead000, (module, inputs) => {
    const x = inputs.get("x");
    return outputs(module.forward(x, x, x, maskOf(inputs, "mask")));
  }),
  "seed001.Attention": ofOne((attrs) => new PlainSelfAttention(attrs.number("embeded_size"))),
  "seed002.SelfAttention": ofOne(selfAttention002),
  "seed003.SelfAttentionV1": ofOne((attrs) => new ProjectedSelfAttention(attrs.number("hidden_dim"))),
  "seed003.SelfAttentionV2": ofOne((attrs) => new PackedSelfAttention(attrs.number("dim"))),
  "seed003.SelfAttentionV3": layer(
    (attrs) =>
      new MaskedSelfAttention(attrs.number("dim"), {
        ...attrs.options({ dropout: asNumber }),
        maskFill: seedFills.seed003,
      }),
    (module, inputs) => outputs(module.forward(inputs.get("x"), maskOf(inputs, "att_mask"))),
  ),
  "seed003.MultiHeadAttention": layer(multiHead003, (module, inputs) =>
    outputs(module.forward(inputs.get("x"), maskOf(inputs, "att_mask"))),
  ),

  "seed004.masked_softmax": op((inputs) => {
    const x = inputs.get("X");
    return maskedSoftmax(x, lengthsOf(inputs, x.size(-1)), { maskFill: seedFills.seed004 });
  }),
  "seed004.AdditiveAttention": layer(
    (attrs) =>
      new AdditiveAttention(
        attrs.number("key_size"),
        attrs.number("query_size"),
        attrs.number("num_hiddens"),
        attrs.maybe("dropout", asNumber),
        { maskFill: seedFills.seed004 },
      ),
    attendWithLengths,
  ),
  "seed004.DotProductAttention": layer(
    (attrs) => new DotProductAttention(attrs.maybe("dropout", asNumber), { maskFill: seedFills.seed004 }),
    attendWithLengths,
  ),

  "seed004.nw_average": op((inputs, attrs) =>
    outputs(averagePooling(zeros([attrs.number("n_test")]), inputs.get("y_train"))),
  ),
  "seed004.nw_nonparametric": op((inputs) =>
    outputs(nadarayaWatson(inputs.get("x_query"), inputs.get("x_train"), inputs.get("y_train"))),
  ),
  "seed004.nw_leave_one_out": op((inputs) => ({
    ...leaveOneOut(inputs.get("x_train"), inputs.get("y_train")),
  })),
  "seed004.NWKernelRegression": layer(
    () => new NadarayaWatson(),
    (module, inputs) =>
      outputs(module.forward(inputs.get("queries"), inputs.get("keys"), inputs.get("values"))),
  ),
};
