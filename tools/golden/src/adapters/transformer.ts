import {
  MultiheadAttention,
  TransformerDecoder,
  TransformerDecoderLayer,
  TransformerEncoder,
  TransformerEncoderLayer,
} from "@saccade/attention";
import { LayerNorm } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Adapters, type Inputs, layer, type Outputs } from "../adapter.ts";
import { asFlag, asNumber, asOneOf, type Fields, given } from "../case.ts";

const attentionOf = (attrs: Fields): MultiheadAttention =>
  new MultiheadAttention(
    attrs.number("embed_dim"),
    attrs.number("num_heads"),
    given({
      dropout: attrs.maybe("dropout", asNumber),
      bias: attrs.maybe("bias", asFlag),
      kdim: attrs.maybe("kdim", asNumber),
      vdim: attrs.maybe("vdim", asNumber),
      batchFirst: attrs.maybe("batch_first", asFlag),
    }),
  );

function attend(module: MultiheadAttention, q: Tensor, k: Tensor, v: Tensor, inputs: Inputs): Outputs {
  const masks = { keyPaddingMask: inputs.maybe("key_padding_mask"), attnMask: inputs.maybe("attn_mask") };
  const averaged = module.forward(q, k, v, masks);
  const outputs = { out: averaged.output, ...given({ attn_avg: averaged.weights }) };
  if (!inputs.expects("attn_heads")) return outputs;
  const { weights } = module.forward(q, k, v, { ...masks, averageAttnWeights: false });
  return { ...outputs, ...given({ attn_heads: weights }) };
}

// PyTorch's rows without a key are NaN; the layers here give zeros unless told so.
const layerOptions = (attrs: Fields): ConstructorParameters<typeof TransformerEncoderLayer>[2] => ({
  ...given({
    dimFeedforward: attrs.maybe("dim_feedforward", asNumber),
    activation: attrs.maybe("activation", asOneOf<"relu" | "gelu">("relu", "gelu")),
    normFirst: attrs.maybe("norm_first", asFlag),
    batchFirst: attrs.maybe("batch_first", asFlag),
    layerNormEps: attrs.maybe("layer_norm_eps", asNumber),
    dropout: attrs.maybe("dropout", asNumber),
  }),
  maskFill: Number.NEGATIVE_INFINITY,
});

const encoderLayer = (attrs: Fields): TransformerEncoderLayer =>
  new TransformerEncoderLayer(attrs.number("d_model"), attrs.number("nhead"), layerOptions(attrs));

const decoderLayer = (attrs: Fields): TransformerDecoderLayer =>
  new TransformerDecoderLayer(attrs.number("d_model"), attrs.number("nhead"), layerOptions(attrs));

// Whether a stack ends in a norm of its own stands in the case's params only.
const finalNorm = (attrs: Fields, params: ReadonlySet<string>): { norm?: LayerNorm } =>
  params.has("norm.weight") ? { norm: new LayerNorm(attrs.number("d_model")) } : {};

const decoderMasks = (inputs: Inputs) => ({
  tgtMask: inputs.maybe("tgt_mask"),
  memoryMask: inputs.maybe("memory_mask"),
  tgtKeyPaddingMask: inputs.maybe("tgt_key_padding_mask"),
  memoryKeyPaddingMask: inputs.maybe("memory_key_padding_mask"),
});

/** PyTorch's attention and transformer modules. */
export const transformer: Adapters = {
  "nn.MultiheadAttention": layer(attentionOf, (module, inputs) =>
    attend(module, inputs.get("q"), inputs.get("k"), inputs.get("v"), inputs),
  ),
  "nn.MultiheadAttention.self": layer(attentionOf, (module, inputs) => {
    const x = inputs.get("x");
    return attend(module, x, x, x, inputs);
  }),
  "nn.TransformerEncoderLayer": layer(encoderLayer, (module, inputs) =>
    module.forward(inputs.get("src"), {
      srcMask: inputs.maybe("src_mask"),
      srcKeyPaddingMask: inputs.maybe("src_key_padding_mask"),
    }),
  ),
  "nn.TransformerDecoderLayer": layer(decoderLayer, (module, inputs) =>
    module.forward(inputs.get("tgt"), inputs.get("memory"), decoderMasks(inputs)),
  ),
  "nn.TransformerEncoder": layer(
    (attrs, params) =>
      new TransformerEncoder(() => encoderLayer(attrs), attrs.number("num_layers"), finalNorm(attrs, params)),
    (module, inputs) =>
      module.forward(inputs.get("src"), {
        mask: inputs.maybe("mask"),
        srcKeyPaddingMask: inputs.maybe("src_key_padding_mask"),
      }),
  ),
  "nn.TransformerDecoder": layer(
    (attrs, params) =>
      new TransformerDecoder(() => decoderLayer(attrs), attrs.number("num_layers"), finalNorm(attrs, params)),
    (module, inputs) => module.forward(inputs.get("tgt"), inputs.get("memory"), decoderMasks(inputs)),
  ),
};
