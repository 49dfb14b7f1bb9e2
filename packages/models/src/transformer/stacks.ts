import * as attention from "@saccade/attention/model";
import { LayerNorm, Module, nameSites } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { scope, type Tensor } from "@saccade/tensor";
import { isPlainObject } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type DecoderForwardOptions, TransformerDecoder, TransformerDecoderLayer } from "./decoder.ts";
import { innerStackParts, TransformerEncoder, TransformerEncoderLayer } from "./encoder.ts";
import { type EncoderForwardOptions, layerRules, widthRules } from "./layer.ts";

const name = "TransformerStacks";
const construct = c.signature(
  name,
  widthRules,
  {
    /** The layers of the encoder. Default 6. */
    numEncoderLayers: attention.layersRule(6),
    /** The layers of the decoder. Default 6. */
    numDecoderLayers: attention.layersRule(6),
    ...layerRules,
    /** Inputs are (b, length, dModel) instead of (length, b, dModel). Default false. */
    batchFirst: c.flag(false),
    /** Whether the linear maps, the attention and the norms have biases. Default true. */
    bias: c.flag(true),
    ...attention.maskFillRules,
  },
  { example: `new ${name}(512, 8, { batchFirst: true })` },
);
const masks = <M extends object>(example: string) =>
  c.rule<M>(
    example,
    (value): value is M => typeof value === "object" && value !== null && isPlainObject(value),
  );
const forward = attention.method(
  c.options(
    `${name}.forward`,
    {
      /** Masks of the encoder: `mask`, `keyMask`, `validLens`, `causal` and `bias`. */
      encoder: masks<EncoderForwardOptions<false>>("an object of masks, such as { keyMask }"),
      /** Masks of the decoder: those of the encoder for the target, and `crossMask`, `crossKeyMask`, `crossBias`. */
      decoder: masks<DecoderForwardOptions<false>>("an object of masks, such as { causal: true }"),
    },
    {
      example:
        "net.forward(src, tgt, { encoder: { keyMask }, decoder: { causal: true, crossKeyMask: keyMask } })",
      renamed: attention.memoryRenames,
    },
  ),
  "src float (_, _) | (_, _, _)  tgt float (_, _) | (_, _, _)",
);

/** Options of {@link TransformerStacks}, with PyTorch's defaults. */
export interface TransformerStacksOptions
  extends c.OptionsOf<typeof construct, typeof layerRules & typeof attention.maskFillRules> {}

/** Masks of the two stacks of {@link TransformerStacks}. */
export interface TransformerStacksForwardOptions {
  /** Masks of the encoder. */
  readonly encoder?: EncoderForwardOptions<false> | undefined;
  /** Masks of the decoder. */
  readonly decoder?: DecoderForwardOptions<false> | undefined;
}

/**
 * `nn.Transformer`: a {@link TransformerEncoder} and a {@link TransformerDecoder} that attends to its output, each with a
 * last norm, under PyTorch's parameter names (Vaswani et al. 2017). It takes vectors; {@link Transformer} is the whole model
 * from token ids. Masks are those of this library, true where a position may attend.
 *
 * @example
 * const net = new TransformerStacks(8, 2, { numEncoderLayers: 1, numDecoderLayers: 1, dimFeedforward: 16 });
 * net.forward(randn([5, 2, 8]), randn([3, 2, 8]), { decoder: { causal: true } }).shape // [3, 2, 8]
 */
export class TransformerStacks extends Module {
  readonly encoder: TransformerEncoder;
  readonly decoder: TransformerDecoder;

  /**
   * Matrices start Xavier-uniform.
   *
   * @throws ShapeError unless nHead divides dModel.
   */
  constructor(dModel: number, nHead: number, options?: TransformerStacksOptions) {
    const {
      dModel: _d,
      nHead: _h,
      numEncoderLayers,
      numDecoderLayers,
      ...layer
    } = construct([dModel, nHead, options]);
    attention.checkDivides(name, "dModel", dModel, nHead);
    super();
    const last = () => ({ norm: new LayerNorm(dModel, { eps: layer.layerNormEps, bias: layer.bias }) });
    const encoderLayer = () => new TransformerEncoderLayer(dModel, nHead, layer);
    const decoderLayer = () => new TransformerDecoderLayer(dModel, nHead, layer);
    this.encoder = new TransformerEncoder(encoderLayer, numEncoderLayers, last());
    this.decoder = new TransformerDecoder(decoderLayer, numDecoderLayers, last());
    for (const parameter of this.parameters()) if (parameter.ndim > 1) init.xavierUniform(parameter);
    attention.noteParts(this);
    for (const stack of [this.encoder, this.decoder]) nameSites(stack, { parts: innerStackParts });
  }

  /**
   * @param src (n, b, dModel), or (b, n, dModel) with batchFirst; b may be absent
   * @param tgt likewise, (lt, b, dModel)
   * @param options masks of the two stacks
   * @returns the decoder's output in the form of tgt
   * @throws ArgumentError for PyTorch's names of masks, which are true where a position may not attend.
   */
  override forward(src: Tensor, tgt: Tensor, options: TransformerStacksForwardOptions = {}): Tensor {
    forward(this, [src, tgt, options]);
    return scope(() => {
      const memory = this.encoder.forward<false>(src, options.encoder);
      return this.decoder.forward<false>(tgt, memory, options.decoder);
    });
  }
}
