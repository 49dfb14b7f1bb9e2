import { MultiheadAttention } from "@saccade/attention";
import {
  type DecoderForwardOptions,
  TransformerDecoder,
  TransformerDecoderLayer,
  TransformerEncoder,
  TransformerEncoderLayer,
  type TransformerLayerOptions,
} from "@saccade/models";
import { LayerNorm } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Adapters, type Inputs, layer, type Outputs } from "../adapter.ts";
import { asFlag, asNumber, asOneOf, type Fields, given } from "../case.ts";

// PyTorch's rows without a key are NaN; here they are zeros by default.
const maskFill = Number.NEGATIVE_INFINITY;

const attentionOf = (attrs: Fields): MultiheadAttention =>
  new MultiheadAttention(attrs.number("embed_dim"), attrs.number("num_heads"), {
    ...attrs.options({ dropout: asNumber, bias: asFlag, kdim: asNumber, vdim: asNumber, batchFirst: asFlag }),
    maskFill,
  });

interface Masks {
  readonly mask?: Tensor;
  readonly keyMask?: Tensor;
  readonly bias?: Tensor;
}

/**
 * PyTorch's two masks in this library's terms: bool ones are inverted, floats are a bias.
 *
 * @param attention (lq, lk) or (b · h, lq, lk)
 * @param padding (b, lk), or (lk) without a batch
 */
function masksOf(attention: Tensor | undefined, padding: Tensor | undefined, heads: number): Masks {
  const [lq, lk] = attention?.shape.slice(-2) ?? [];
  const perScore = attention?.ndim === 3 ? attention.reshape([-1, heads, lq!, lk!]) : attention;
  const keys = padding?.ndim === 1 ? padding.unsqueeze(0) : padding;
  const perKey = keys?.unsqueeze(1).unsqueeze(1); // (b, 1, 1, lk)
  const biases = [perScore, perKey].filter((x) => x !== undefined && x.dtype !== "bool");
  return given({
    mask: perScore?.dtype === "bool" ? perScore.logicalNot() : undefined,
    keyMask: padding?.dtype === "bool" ? padding.logicalNot() : undefined,
    bias: biases.length === 0 ? undefined : biases.reduce((a, b) => a!.add(b!)),
  });
}

function attend(module: MultiheadAttention, q: Tensor, k: Tensor, v: Tensor, inputs: Inputs): Outputs {
  const masks = masksOf(inputs.maybe("attn_mask"), inputs.maybe("key_padding_mask"), module.numHeads);
  const averaged = module.forward(q, k, v, masks);
  const outputs = { out: averaged.output, ...given({ attn_avg: averaged.weights }) };
  if (!inputs.expects("attn_heads")) return outputs;
  const { weights } = module.forward(q, k, v, { ...masks, averageAttnWeights: false });
  return { ...outputs, ...given({ attn_heads: weights }) };
}

const layerOptions = (attrs: Fields): TransformerLayerOptions => ({
  ...attrs.options({ dimFeedforward: asNumber, layerNormEps: asNumber, dropout: asNumber }),
  ...attrs.options({ normFirst: asFlag, batchFirst: asFlag }),
  ...attrs.options({ activation: asOneOf<"relu" | "gelu">("relu", "gelu") }),
  maskFill,
});

const encoderLayer = (attrs: Fields): TransformerEncoderLayer =>
  new TransformerEncoderLayer(attrs.number("d_model"), attrs.number("nhead"), layerOptions(attrs));

const decoderLayer = (attrs: Fields): TransformerDecoderLayer =>
  new TransformerDecoderLayer(attrs.number("d_model"), attrs.number("nhead"), layerOptions(attrs));

// Only the case's params reveal whether a stack ends in a norm.
const finalNorm = (attrs: Fields, params: ReadonlySet<string>): { norm?: LayerNorm } =>
  params.has("norm.weight") ? { norm: new LayerNorm(attrs.number("d_model")) } : {};

const encoderMasks = (inputs: Inputs, name: string, { self_attn }: TransformerEncoderLayer): Masks =>
  masksOf(inputs.maybe(name), inputs.maybe("src_key_padding_mask"), self_attn.numHeads);

function decoderMasks(inputs: Inputs, { self_attn }: TransformerDecoderLayer): DecoderForwardOptions<false> {
  const heads = self_attn.numHeads;
  const cross = masksOf(inputs.maybe("memory_mask"), inputs.maybe("memory_key_padding_mask"), heads);
  return {
    ...masksOf(inputs.maybe("tgt_mask"), inputs.maybe("tgt_key_padding_mask"), heads),
    ...given({ crossMask: cross.mask, crossKeyMask: cross.keyMask, crossBias: cross.bias }),
  };
}

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
    module.forward(inputs.get("src"), encoderMasks(inputs, "src_mask", module)),
  ),
  "nn.TransformerDecoderLayer": layer(decoderLayer, (module, inputs) =>
    module.forward(inputs.get("tgt"), inputs.get("memory"), decoderMasks(inputs, module)),
  ),
  "nn.TransformerEncoder": layer(
    (attrs, params) =>
      new TransformerEncoder(() => encoderLayer(attrs), attrs.number("num_layers"), finalNorm(attrs, params)),
    (module, inputs) => module.forward(inputs.get("src"), encoderMasks(inputs, "mask", module.layers[0]!)),
  ),
  "nn.TransformerDecoder": layer(
    (attrs, params) =>
      new TransformerDecoder(() => decoderLayer(attrs), attrs.number("num_layers"), finalNorm(attrs, params)),
    (module, inputs) =>
      module.forward(inputs.get("tgt"), inputs.get("memory"), decoderMasks(inputs, module.layers[0]!)),
  ),
};
