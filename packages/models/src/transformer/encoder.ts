// The layers and the stack of an encoder; what every stack of layers needs.

import type { Attended, MultiheadAttention } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { LayerNorm, type Linear, type LinearMap, Module, nameSites, running } from "@saccade/nn";
import { ArgumentError, scope, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type AttentionModule, makerRule } from "../contract/settings.ts";
import { encoderLayer } from "../definitions/layers.ts";
import * as shared from "./layer.ts";

/** The options of a stack of layers. */
const stackOptions = (stack: string) =>
  c.options(
    stack,
    {
      /** A LayerNorm after the last layer; usual where the layers normalize first. Default none. */
      norm: c.nullable(c.instanceOf("a LayerNorm", LayerNorm), null),
    },
    {
      example: `new ${stack}(makeLayer, numLayers, { norm: new LayerNorm(dModel) })`,
      renamed: { enableNestedTensor: "leave it out", maskCheck: "leave it out" },
    },
  );

/** The arguments of a stack of layers. */
/* @__NO_SIDE_EFFECTS__ */
export const stackOf = (stack: string, layer: string) =>
  c.signature(
    stack,
    {
      makeLayer: c.required(
        makerRule<(i: number) => object>("a layer", `write () => new ${layer}(…), which makes one each time`),
      ),
      numLayers: c.required(attention.layersRule()),
    },
    stackOptions(stack),
  );

/** Options of a stack of transformer layers. */
export interface TransformerStackOptions extends c.OptionsOf<ReturnType<typeof stackOptions>> {}

/** A layer's output, with its weights if they are wanted. */
type Layered<W> = Tensor | { readonly output: Tensor; readonly weights: W };

/** The names of a stack's parts in the names of sites. */
const stackParts = { layers: "blocks", norm: "ln_final" };

/** The same for the only stack of a module, whose name precedes the layers' numbers, as in T5's `encoder.0`. */
export const innerStackParts = { layers: "" };

/** The name of a stack, how it is made, and the class of its layers. */
interface StackKind {
  readonly name: string;
  readonly construct: ReturnType<typeof stackOf>;
  readonly kind: abstract new (...args: never[]) => object;
}

/** Layers one after another, and an optional last norm. */
export abstract class LayerStack<Layer extends shared.Layer & Module> extends Module {
  layers: Layer[];
  norm: LayerNorm | null;

  constructor(
    { name, construct, kind }: StackKind,
    makeLayer: (i: number) => Layer,
    numLayers: number,
    options: TransformerStackOptions,
  ) {
    const { norm } = construct([makeLayer, numLayers, options]);
    super();
    this.norm = norm;
    this.layers = Array.from({ length: numLayers }, (_, i) => {
      const layer = makeLayer(i);
      if (layer instanceof kind) return layer;
      const rule = `a function that returns a ${kind.name}`;
      throw badArgument(name, "makeLayer", rule, makeLayer, `it gave ${describeValue(layer)}`);
    });
    if (new Set(this.layers).size < numLayers)
      throw new ArgumentError(
        `${name}: makeLayer gave one layer twice, so that their weights are tied; make a new one.`,
      );
    attention.noteParts(this, "norm");
    nameSites(this, { parts: stackParts });
  }

  /** Runs the layers, and the last norm. */
  protected run<W>(x: Tensor, run: (layer: Layer, x: Tensor, i: number) => Layered<W>): Layered<W[]> {
    return scope(() => {
      const weights: W[] = [];
      let y = x;
      this.layers.forEach((layer, i) => {
        const result = run(layer, y, i);
        if (!(result instanceof Tensor)) weights.push(result.weights);
        y = result instanceof Tensor ? result : result.output;
      });
      const { norm } = this;
      const first = this.layers[0]!;
      const output = norm ? shared.inFormOf(y, first, norm.forward(shared.toBatches(first, y))) : y;
      return weights.length > 0 ? iterable({ output, weights }) : output;
    });
  }
}

const layerName = "TransformerEncoderLayer";
const declared = {
  name: layerName,
  construct: /* @__PURE__ */ c.signature(
    layerName,
    shared.widthRules,
    /* @__PURE__ */ shared.layerOptions(layerName),
  ),
  crosses: false,
  parts: { norm1: "ln1", self_attn: "attn", norm2: "ln2" },
};
const forwardOptions = /* @__PURE__ */ shared.encoderForward(layerName);
const forms = {
  batchFirst: /* @__PURE__ */ attention.method(forwardOptions, "src float (b, n, dModel) | (n, dModel)"),
  batchSecond: /* @__PURE__ */ attention.method(forwardOptions, "src float (n, b, dModel) | (n, dModel)"),
};

/**
 * `nn.TransformerEncoderLayer`: self-attention, then a feed-forward network, each within a residual and a LayerNorm
 * (Vaswani et al. 2017, section 3.1). Masks are those of this library, true where a position may attend; convert PyTorch's
 * with `logicalNot()`. A position with no key left attends to nothing (zeros), unless `maskFill` is -Infinity: then it gives
 * NaN, as PyTorch before 2.5.
 *
 * @example new TransformerEncoderLayer(8, 2, { batchFirst: true }).forward(randn([2, 5, 8]), { causal: true }).shape // [2, 5, 8]
 */
export class TransformerEncoderLayer<
  L extends LinearMap = Linear,
  A extends AttentionModule = MultiheadAttention<L>,
> extends shared.TransformerLayer<L, A> {
  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: shared.TransformerLayerOptions<L, A> = {}) {
    super(declared, dModel, nHead, options);
  }

  /**
   * @param src (n, b, dModel), or (b, n, dModel) with batchFirst
   * @param options `mask` bool (n, n), (b, n, n) or (b, 1 or h, n, n), `keyMask` bool (b, n), `validLens`, `causal`, `bias`
   * (n, n) or (1 or b, 1 or h, n, n)
   * @returns the output in the form of src; `{ output, weights }` with `needWeights: true`
   * @throws ArgumentError for PyTorch's names of masks, which are true where a position may not attend.
   */
  override forward<W extends boolean = false>(
    src: Tensor,
    options: shared.EncoderForwardOptions<W> = {},
  ): shared.WithWeightsIf<W, Attended> {
    const read = this.batchFirst ? forms.batchFirst : forms.batchSecond;
    const given = read(this, [src, options], () => ({ dModel: this.linear1.inFeatures }));
    const { b = 1, n, causal, needWeights = false } = given;
    const { numHeads } = this.self_attn;
    const result = running(this, () => {
      const scores = { what: layerName, shape: [b, numHeads, n, n], headsHidden: true };
      const call = { allowed: shared.layerMasks(scores, src, options), causal, needWeights };
      let weights: Tensor | undefined;
      const attend = (x: Tensor): Tensor => {
        const attended = shared.attendIn(layerName, this.self_attn, [x, x], call);
        weights = attended.weights;
        return attended.output;
      };
      const network = (x: Tensor): Tensor => shared.network(this, x);
      const y = encoderLayer(shared.toBatches(this, src), this, attend, network);
      const output = shared.inFormOf(src, this, y);
      return weights ? iterable({ output, weights: src.ndim === 2 ? weights.squeeze(0) : weights }) : output;
    });
    return result as shared.WithWeightsIf<W, Attended>;
  }
}

type AnyEncoderLayer = TransformerEncoderLayer<LinearMap, AttentionModule>;

/** The result of {@link TransformerEncoder} with weights. */
export interface EncoderAttended {
  /** (b, l, dModel), or (l, b, dModel) without `batchFirst`. */
  readonly output: Tensor;
  /** One a layer, (b, h, n, n). */
  readonly weights: readonly Tensor[];
}

const name = "TransformerEncoder";
const constructStack = /* @__PURE__ */ stackOf(name, layerName);
const stackForward = /* @__PURE__ */ attention.method(
  /* @__PURE__ */ shared.encoderForward(name),
  "src float (_, _) | (_, _, _)",
);

/**
 * `nn.TransformerEncoder`: layers one after another, and an optional last norm. Masks are those of this library, true
 * where a position may attend.
 *
 * @example new TransformerEncoder(() => new TransformerEncoderLayer(8, 2, { batchFirst: true }), 2).forward(randn([2, 5, 8])).shape // [2, 5, 8]
 */
export class TransformerEncoder<
  Layer extends AnyEncoderLayer = TransformerEncoderLayer,
> extends LayerStack<Layer> {
  /**
   * @param makeLayer makes layer i. PyTorch copies one layer, so that all start with the same weights; here each
   * starts with its own.
   */
  constructor(makeLayer: (i: number) => Layer, numLayers: number, options: TransformerStackOptions = {}) {
    super({ name, construct: constructStack, kind: TransformerEncoderLayer }, makeLayer, numLayers, options);
  }

  /**
   * @param src in the form that the layers take
   * @param options the masks and the bias of {@link TransformerEncoderLayer.forward}, for every layer
   * @returns the output in the form of src; `{ output, weights }` with `needWeights: true`
   */
  override forward<W extends boolean = false>(
    src: Tensor,
    options: shared.EncoderForwardOptions<W> = {},
  ): shared.WithWeightsIf<W, EncoderAttended> {
    stackForward(this, [src, options]);
    const result = this.run(src, (layer, x) => layer.forward<boolean>(x, options));
    return result as shared.WithWeightsIf<W, EncoderAttended>;
  }
}
