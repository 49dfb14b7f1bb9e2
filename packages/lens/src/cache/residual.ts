// What a readout reads of a cache, and the residual stream in parts.

import { LayerNorm } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, stack, type Tensor, tensor } from "@saccade/tensor";
import { checkInteger, iterable, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { getActName, hookNames, upTo } from "../names.ts";
import { declare } from "../run/calls.ts";
import { type Anatomy, anatomyOf, anatomyRule, type KnownAnatomy, type SiteValues } from "./anatomy.ts";

/**
 * Which positions: one, whose dim goes; several; or those from `start` to before `stop`. Negative numbers count from the end.
 */
export type PosSlice =
  | number
  | readonly number[]
  | { readonly start?: number | undefined; readonly stop?: number | undefined };

const integers = c.listOf(c.whole());
const end = (value: unknown): boolean => value === undefined || Number.isInteger(value);
const isSlice = (value: unknown): value is PosSlice => {
  if (Number.isInteger(value) || integers.holds(value)) return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { start, stop, ...more }: Partial<Record<string, unknown>> = { ...value };
  return end(start) && end(stop) && Object.keys(more).length === 0;
};

/** The rule of the option `posSlice`. */
export const posSlice: c.Rule<PosSlice> = c.rule(
  "a position, an array of positions, or { start, stop }",
  isSlice,
);

/** Where a stack is normalized. */
export interface NormPlace {
  /** numLayers, or −1, for the last norm. */
  readonly layer: number;
  readonly mlpInput: boolean;
  readonly posSlice?: PosSlice | undefined;
}

/** A checked call of a readout. */
interface ReadoutCall {
  readonly what: string;
  readonly cache: SiteValues;
  readonly anatomy?: Anatomy | undefined;
}

/** A cache as a readout reads it: by the anatomy of its model, with the readout's name in messages. */
export class Reading {
  readonly what: string;
  readonly cache: SiteValues;
  readonly anatomy: KnownAnatomy;

  /**
   * @param splits whether the readout needs a stream that is the sum of its layers' outputs
   * @throws ArgumentError for a model of an unknown class without an anatomy, and one whose stream is not such a sum.
   */
  constructor(call: ReadoutCall, splits: boolean = false) {
    const { what, cache } = call;
    this.what = what;
    this.cache = cache;
    this.anatomy = anatomyOf(call, cache.model);
    if (splits && !this.anatomy.normFirst)
      throw new ArgumentError(
        `${what}: the layers of ${cache.model.constructor.name} normalize the residual stream itself, so it is not the sum of ` +
          "their outputs; this needs a model with norms before the sublayers, such as GPT or normFirst: true. " +
          "accumulatedResid and logitLens work with all models.",
      );
  }

  /** A site's name, by the shorthand of {@link getActName}, in a model that may call it otherwise. */
  nameOf(name: string, layer?: number, part?: string): string {
    return this.anatomy.siteName(getActName(name, layer, part));
  }

  /** The value of a site. */
  value(name: string, layer?: number, part?: string): Tensor {
    return this.cache.get(this.nameOf(name, layer, part));
  }

  /** Whether the model has a site, in the cache or not. */
  modelHas(name: string, layer?: number): boolean {
    return hookNames(this.cache.model).includes(this.nameOf(name, layer));
  }

  /** The stream before a layer, or after the last one. */
  streamAt(layer: number): Tensor {
    const { normFirst, numLayers } = this.anatomy;
    if (layer < numLayers) return this.value("resid_pre", layer);
    return this.value(normFirst ? "resid_post" : "normalized_resid_post", numLayers - 1);
  }

  /** A layer by its number, numLayers for −1. @throws ArgumentError for a layer that the model does not have. */
  layerAt(layer: number): number {
    const { numLayers } = this.anatomy;
    checkInteger(this.what, "layer", layer, -1, numLayers);
    return layer === -1 ? numLayers : layer;
  }

  /** The positions of `x` along a dim. @throws IndexError for a position outside of it. */
  take(x: Tensor, dim: number, slice: PosSlice | undefined): Tensor {
    if (slice === undefined) return x;
    const length = x.size(dim);
    const at = (i: number): number => {
      checkInteger(this.what, "posSlice", i, -length, length - 1);
      return i < 0 ? i + length : i;
    };
    if (typeof slice === "number") return x.select(dim, at(slice));
    if ("length" in slice)
      return x.indexSelect(dim, tensor(slice.map(at), { dtype: "int32", backend: x.backend }));
    return x.slice(dim, { start: slice.start ?? 0, stop: slice.stop });
  }

  /**
   * (x − mean) / scale, or x / scale for RMS norms: x (parts, b, positions, dModel), with the scale that the run had.
   *
   * @throws ShapeError for a stack of other rows, positions or width, which would broadcast.
   */
  normalize(x: Tensor, { layer, mlpInput, posSlice: at }: NormPlace): Tensor {
    const { numLayers, finalNorm } = this.anatomy;
    if (finalNorm === null) return x;
    const isLast = layer === -1 || layer === numLayers;
    const beforeMlp = this.modelHas("cross_attn_out", layer) ? "ln3" : "ln2";
    const scale = isLast
      ? this.value("scale", undefined, "ln_final")
      : this.value("scale", layer, mlpInput ? beforeMlp : "ln1"); // (b, positions, 1)
    const taken = this.take(scale, -2, at);
    const place = [...taken.shape.slice(0, -1), finalNorm.normalizedShape.at(-1)!];
    if (!sameShape(x.shape.slice(1), place)) {
      const isOne = at === undefined && x.ndim === place.length && x.size(-1) === place.at(-1);
      const fix =
        "; a stack of one position needs the option posSlice that it was made with, such as posSlice: -1";
      throw new ShapeError(
        `${this.what}: stack is ${x.describe()}, expected (parts, ${place.join(", ")}) by the run and posSlice${isOne ? fix : ""}.`,
      );
    }
    const centred = finalNorm instanceof LayerNorm ? x.sub(x.mean(-1, { keepdim: true })) : x;
    return centred.div(taken);
  }
}

/** A stack of parts of the residual stream with their labels. It is a named tuple. */
export interface LabelledStack extends Iterable<Tensor | readonly string[]> {
  /** (parts, b, positions, dModel), or (parts, b, dModel) for one position. */
  readonly components: Tensor;
  /** A label for each part. */
  readonly labels: readonly string[];
}

/** The stack, with its labels if they are wanted. */
export type StackOf<L extends boolean> = L extends true ? LabelledStack : Tensor;

/** The options that stacks share. */
export const stackRules = {
  /** The layer whose input to read. Default −1: the stream after the last layer. */
  layer: c.whole(-1, { min: -1 }),
  /** Whether the norm of that layer is applied, with the run's scale. See `ActivationCache.applyLnToStack`. Default false. */
  applyLn: c.flag(false),
  /** Which positions. Default all. */
  posSlice,
  ...anatomyRule,
  /** Whether `{ components, labels }` is returned. Default false. */
  returnLabels: c.flag(false),
};

/** The option `returnLabels`. */
export interface LabelsOption<L extends boolean> {
  /** Whether `{ components, labels }` is returned. Default false. */
  readonly returnLabels?: L | undefined;
}

const mlpRules = {
  /** Whether the input of the layer's MLP is looked at, after its attention. Default false. */
  mlpInput: c.flag(false),
};

const accumulated = declare("cache.accumulatedResid({ applyLn: true, posSlice: -1 })", {
  options: {
    /** Whether the stream between attention and MLP is there too. Default false. */
    inclMid: c.flag(false),
    ...mlpRules,
    ...stackRules,
  },
});
const decomposed = declare("cache.decomposeResid({ layer: 2, posSlice: -1 })", {
  options: {
    /** Outputs of attention, of MLPs, or of both. Default "all". */
    mode: c.oneOf(["all", "attn", "mlp"], "all"),
    /** Whether the embeddings are there too. Default true. */
    inclEmbeds: c.flag(true),
    ...mlpRules,
    ...stackRules,
  },
});
const applied = declare("cache.applyLnToStack(stack, { layer: 2, mlpInput: true })", {
  given: { stack: c.required(c.tensorRule("float")) },
  options: {
    /** The layer whose norm is applied: its attention's, unless `mlpInput`. Default −1: the last norm of the model. */
    layer: stackRules.layer,
    ...mlpRules,
    /** The positions that the stack has. Default all. */
    posSlice,
    ...anatomyRule,
  },
});

/** The options of a declaration, with the type that `returnLabels` has in a call. */
export type Labelled<D, Spread, L extends boolean> = Omit<c.OptionsOf<D, Spread>, "returnLabels"> &
  LabelsOption<L>;

type Stacks = typeof mlpRules & typeof stackRules & typeof anatomyRule;

/** Options of `ActivationCache.accumulatedResid`. */
export interface AccumulatedResidOptions<L extends boolean = boolean>
  extends Labelled<typeof accumulated, Stacks, L> {}

/** Options of `ActivationCache.decomposeResid`. */
export interface DecomposeResidOptions<L extends boolean = boolean>
  extends Labelled<typeof decomposed, Stacks, L> {}

/** Options of `ActivationCache.applyLnToStack`. */
export interface ApplyLnOptions extends c.OptionsOf<typeof applied, typeof mlpRules & typeof anatomyRule> {}

/** The parts of one position or several in a stack, with their labels, and normalized if that is wanted. */
function finish(
  run: Reading,
  parts: readonly (readonly [label: string, x: Tensor])[],
  given: NormPlace & { readonly applyLn: boolean; readonly returnLabels: boolean },
): Tensor | LabelledStack {
  if (parts.length === 0) throw new ArgumentError(`${run.what}: with these options, no part is left.`);
  const components = stack(parts.map(([, x]) => run.take(x, -2, given.posSlice)));
  const done = given.applyLn ? run.normalize(components, given) : components;
  return given.returnLabels ? iterable({ components: done, labels: parts.map(([label]) => label) }) : done;
}

/** See `ActivationCache.accumulatedResid`. */
export function accumulatedResid(cache: SiteValues, given?: AccumulatedResidOptions): Tensor | LabelledStack {
  const call = accumulated([given]);
  const { inclMid, mlpInput } = call;
  const run = new Reading({ ...call, cache }, call.applyLn);
  const { numLayers } = run.anatomy;
  const layer = run.layerAt(call.layer);
  return scope(() => {
    const parts = upTo(layer + 1).flatMap((l) => {
      const before: [string, Tensor] = [l === numLayers ? "final_post" : `${l}_pre`, run.streamAt(l)];
      const hasMid = l < layer ? inclMid : mlpInput && l < numLayers;
      return hasMid ? [before, [`${l}_mid`, run.value("resid_mid", l)] as const] : [before];
    });
    return finish(run, parts, { ...call, layer });
  });
}

/** See `ActivationCache.decomposeResid`. */
export function decomposeResid(cache: SiteValues, given?: DecomposeResidOptions): Tensor | LabelledStack {
  const call = decomposed([given]);
  const { mode, mlpInput } = call;
  const run = new Reading({ ...call, cache }, true);
  const layer = run.layerAt(call.layer);
  return scope(() => {
    // A decoder's layers also attend to the encoder; an attention-only layer has no MLP.
    const outputs = (l: number, ...names: readonly string[]): [string, Tensor][] =>
      names
        .filter((name) => name === "attn_out" || run.modelHas(name, l))
        .map((name) => [`${l}_${name}`, run.value(name, l)]);
    const attention = mode === "mlp" ? [] : ["attn_out", "cross_attn_out"];
    const parts = call.inclEmbeds ? embeddings(run) : [];
    for (const l of upTo(layer))
      parts.push(...outputs(l, ...attention, ...(mode === "attn" ? [] : ["mlp_out"])));
    if (mlpInput && layer < run.anatomy.numLayers) parts.push(...outputs(layer, ...attention));
    return finish(run, parts, { ...call, layer });
  });
}

/** The embeddings that begin the stream, with their labels. */
export function embeddings(run: Reading): [label: string, x: Tensor][] {
  const names = ["embed", ...(run.modelHas("pos_embed") ? ["pos_embed"] : [])];
  return names.map((name) => [name, run.value(name)]);
}

/** See `ActivationCache.applyLnToStack`. */
export function applyLnToStack(cache: SiteValues, x: Tensor, given?: ApplyLnOptions): Tensor {
  const call = applied([x, given]);
  const run = new Reading({ ...call, cache }, true);
  return scope(() => run.normalize(x, { ...call, layer: run.layerAt(call.layer) }));
}
