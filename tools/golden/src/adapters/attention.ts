import {
  AdditiveAttention,
  type Attended,
  averagePooling,
  DotProductAttention,
  leaveOneOut,
  maskedSoftmax,
  NadarayaWatson,
  nadarayaWatson,
  sequenceMask,
} from "@saccade/attention";
import { sinTruth } from "@saccade/datasets";
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
import { arange, bmm, type Tensor, zeros } from "@saccade/tensor";
import { type Adapters, type Inputs, layer, type Outputs, op } from "../adapter.ts";
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

export const multiHead000 = (attrs: Fields): MultiHeadSublayer =>
  new MultiHeadSublayer(
    attrs.number("n_head"),
    attrs.number("d_model"),
    attrs.number("d_k"),
    attrs.number("d_v"),
    {
      ...given({
        dropout: attrs.maybe("dropout", asNumber),
        layerNormEps: attrs.maybe("layer_norm_eps", asNumber),
      }),
      maskFill: seedFills.seed000,
    },
  );

export const selfAttention002 = (attrs: Fields): WideSelfAttention =>
  new WideSelfAttention(attrs.number("input_dim"), attrs.maybe("num_heads", asNumber), {
    outProj: attrs.maybe("out_proj", asFlag) ?? false,
  });

export const multiHead003 = (attrs: Fields): MultiHeadSelfAttention =>
  new MultiHeadSelfAttention(attrs.number("hidden_dim"), attrs.number("nums_head"), {
    ...given({ dropout: attrs.maybe("dropout", asNumber) }),
    maskFill: seedFills.seed003,
  });

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
  "seed001.Attention": layer(
    (attrs) => new PlainSelfAttention(attrs.number("embeded_size")),
    (module, inputs) => outputs(module.forward(inputs.get("x"))),
  ),
  "seed002.SelfAttention": layer(selfAttention002, (module, inputs) =>
    outputs(module.forward(inputs.get("x"))),
  ),
  "seed003.SelfAttentionV1": layer(
    (attrs) => new ProjectedSelfAttention(attrs.number("hidden_dim")),
    (module, inputs) => outputs(module.forward(inputs.get("x"))),
  ),
  "seed003.SelfAttentionV2": layer(
    (attrs) => new PackedSelfAttention(attrs.number("dim")),
    (module, inputs) => outputs(module.forward(inputs.get("x"))),
  ),
  "seed003.SelfAttentionV3": layer(
    (attrs) =>
      new MaskedSelfAttention(attrs.number("dim"), {
        ...given({ dropout: attrs.maybe("dropout", asNumber) }),
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
  "seed004.sequence_mask": op((inputs, attrs) =>
    sequenceMask(inputs.get("X"), inputs.get("valid_len"), attrs.maybe("value", asNumber) ?? 0),
  ),
  "seed004.AdditiveAttention": layer(
    (attrs) =>
      new AdditiveAttention(
        attrs.number("key_size"),
        attrs.number("query_size"),
        attrs.number("num_hiddens"),
        attrs.maybe("dropout", asNumber),
        { maskFill: seedFills.seed004 },
      ),
    (module, inputs) =>
      outputs(
        module.forward(
          inputs.get("queries"),
          inputs.get("keys"),
          inputs.get("values"),
          lengthsOf(inputs, inputs.get("keys").size(-2)),
        ),
      ),
  ),
  "seed004.DotProductAttention": layer(
    (attrs) => new DotProductAttention(attrs.maybe("dropout", asNumber), { maskFill: seedFills.seed004 }),
    (module, inputs) =>
      outputs(
        module.forward(
          inputs.get("queries"),
          inputs.get("keys"),
          inputs.get("values"),
          lengthsOf(inputs, inputs.get("keys").size(-2)),
        ),
      ),
  ),

  "seed004.nw_average": op((inputs, attrs) =>
    outputs(averagePooling(zeros([attrs.number("n_test")]), inputs.get("y_train"))),
  ),
  "seed004.nw_nonparametric": op((inputs) =>
    outputs(nadarayaWatson(inputs.get("x_query"), inputs.get("x_train"), inputs.get("y_train"))),
  ),
  "seed004.nw_leave_one_out": op((inputs) => {
    const { keys, values } = leaveOneOut(inputs.get("x_train"), inputs.get("y_train"));
    return { keys, values };
  }),
  "seed004.NWKernelRegression": layer(
    () => new NadarayaWatson(),
    (module, inputs) =>
      outputs(module.forward(inputs.get("queries"), inputs.get("keys"), inputs.get("values"))),
  ),
  "seed004.x_test": op((_inputs, attrs) =>
    arange(attrs.number("start"), attrs.number("end"), attrs.number("step")),
  ),
  // The curve that the seed's points lie around: 2 sin x + x^0.8.
  "seed004.f": op((inputs) => sinTruth(inputs.get("x"))),
  "seed004.weights_bmm_values": op((inputs) =>
    bmm(inputs.get("weights").unsqueeze(1), inputs.get("values").unsqueeze(-1)),
  ),
};
