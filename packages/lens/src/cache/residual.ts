// What a readout reads of a cache, and the residual stream in parts.

import { LayerNorm } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, stack, type Tensor, tensor } from "@saccade/tensor";
import { checkInteger, iterable, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { getActName, hookNames } from "../names.ts";
import {
  type Anatomy,
  anatomyOf,
  anatomyRule,
  memberOf,
  type PosSlice,
  posSlice,
  type SiteValues,
} from "./anatomy.ts";

/** Where a stack is normalized. */
export interface NormPlace {
  /** numLayers, or −1, for the last norm. */
  readonly layer: number;
  readonly mlpInput: boolean;
  readonly posSlice?: PosSlice | undefined;
}

/** A cache as a readout reads it: by the anatomy of its model, with the readout's name in messages. */
export class Reading {
  readonly what: string;
  readonly cache: SiteValues;
  readonly anatomy: Anatomy;

  /** @throws ArgumentError for a model of an unknown class without an anatomy. */
  constructor(what: string, cache: SiteValues, anatomy: Anatomy | undefined) {
    this.what = what;
    this.cache = cache;
    this.anatomy = anatomyOf(what, cache.model, anatomy);
  }

  /** A site's name, by the shorthand of {@link getActName}, in a model that may call it otherwise. */
  nameOf(name: string, layer?: number, part?: string): string {
    const full = getActName(name, layer, part);
    return this.anatomy.siteName?.(full) ?? full;
  }

  /** The value of a site. */
  value(name: string, layer?: number, part?: string): Tensor {
    return this.cache.get(this.nameOf(name, layer, part));
  }

  /** Whether the model has a site, in the cache or not. */
  modelHas(name: string, layer?: number): boolean {
    return hookNames(this.cache.model).includes(this.nameOf(name, layer));
  }

  /** The stream after the last layer. */
  streamAtEnd(): Tensor {
    const { normFirst, numLayers } = this.anatomy;
    return this.value(normFirst === false ? "normalized_resid_post" : "resid_post", numLayers - 1);
  }

  /** A layer by its number, numLayers for −1. @throws ArgumentError for a layer that the model does not have. */
  layerAt(layer: number): number {
    const { numLayers } = this.anatomy;
    checkInteger(this.what, "layer", layer, -1, numLayers);
    return layer === -1 ? numLayers : layer;
  }

  /** A member of the anatomy. @throws ArgumentError where the model has none. */
  member<K extends Parameters<typeof memberOf>[3]>(name: K): NonNullable<Anatomy[K]> {
    return memberOf<K>(this.what, this.cache.model, this.anatomy, name);
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

  /** (x − mean) / scale, or x / scale for RMS norms: x (parts, b, positions, dModel), with the scale that the run had. */
  normalize(x: Tensor, { layer, mlpInput, posSlice }: NormPlace): Tensor {
    const { numLayers, finalNorm } = this.anatomy;
    if (finalNorm === null) return x;
    const isLast = layer === -1 || layer === numLayers;
    const beforeMlp = this.modelHas("cross_attn_out", layer) ? "ln3" : "ln2";
    const scale = isLast
      ? this.value("scale", undefined, "ln_final")
      : this.value("scale", layer, mlpInput ? beforeMlp : "ln1"); // (b, positions, 1)
    const taken = this.take(scale, -2, posSlice);
    this.#checkStack(x, [...taken.shape.slice(0, -1), finalNorm.normalizedShape.at(-1)!], posSlice);
    const centred = finalNorm instanceof LayerNorm ? x.sub(x.mean(-1, { keepdim: true })) : x;
    return centred.div(taken);
  }

  /** @throws ShapeError for a stack of other rows, positions or width, which would broadcast. */
  #checkStack(x: Tensor, place: readonly number[], at: PosSlice | undefined): void {
    if (x.ndim === place.length + 1 && sameShape(x.shape.slice(-place.length), place)) return;
    const fix =
      at === undefined && x.ndim === place.length && x.size(-1) === place.at(-1)
        ? "; a stack of one position needs the option posSlice that it was made with, such as posSlice: -1"
        : "";
    throw new ShapeError(
      `${this.what}: stack is ${x.describe()}, expected (parts, ${place.join(", ")}) by the run and posSlice${fix}.`,
    );
  }

  /** @throws ArgumentError for a model whose stream is not the sum of its layers' outputs. */
  checkSum(): void {
    if (this.anatomy.normFirst ?? true) return;
    throw new ArgumentError(
      `${this.what}: the layers of ${this.cache.model.constructor.name} normalize the residual stream itself, so it is not the sum of ` +
        "their outputs; this needs a model with norms before the sublayers, such as GPT or normFirst: true. " +
        "accumulatedResid and logitLens work with all models.",
    );
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
export type StackOf<L extends boolean> = [L] extends [true]
  ? LabelledStack
  : [L] extends [false]
    ? Tensor
    : Tensor | LabelledStack;

/** The options that stacks share. */
export const stackRules = {
  /** The layer whose input to read. Default −1: the stream after the last layer. */
  layer: c.whole(-1, { min: -1 }),
  /** Whether the norm of that layer is applied, with the run's scale. See `ActivationCache.applyLnToStack`. Default false. */
  applyLn: c.flag(false),
  /** Which positions. Default all. */
  posSlice,
  ...anatomyRule,
};

/** The option `returnLabels`. */
export interface LabelsOption<L extends boolean> {
  /** Whether `{ components, labels }` is returned. Default false. */
  readonly returnLabels?: L | undefined;
}

/** The rule of the option `returnLabels`. */
export const labelRules = {
  /** Whether `{ components, labels }` is returned. Default false. */
  returnLabels: c.flag(false),
};

const mlpRules = {
  /** Whether the input of the layer's MLP is looked at, after its attention. Default false. */
  mlpInput: c.flag(false),
};

const readAccumulated = c.options(
  "ActivationCache.accumulatedResid",
  {
    /** Whether the stream between attention and MLP is there too. Default false. */
    inclMid: c.flag(false),
    ...mlpRules,
    ...stackRules,
    ...labelRules,
  },
  { example: "cache.accumulatedResid({ applyLn: true, posSlice: -1 })" },
);
const readDecompose = c.options(
  "ActivationCache.decomposeResid",
  {
    /** Outputs of attention, of MLPs, or of both. Default "all". */
    mode: c.oneOf(["all", "attn", "mlp"], "all"),
    /** Whether the embeddings are there too. Default true. */
    inclEmbeds: c.flag(true),
    ...mlpRules,
    ...stackRules,
    ...labelRules,
  },
  { example: "cache.decomposeResid({ layer: 2, posSlice: -1 })" },
);
const readApply = c.options(
  "ActivationCache.applyLnToStack",
  {
    /** The layer whose norm is applied: its attention's, unless `mlpInput`. Default −1: the last norm of the model. */
    layer: stackRules.layer,
    ...mlpRules,
    /** The positions that the stack has. Default all. */
    posSlice,
    ...anatomyRule,
  },
  { example: "cache.applyLnToStack(stack, { layer: 2, mlpInput: true })" },
);
const applied = c.tensors("ActivationCache.applyLnToStack", "stack float (…, dModel)");

/** Options of `ActivationCache.accumulatedResid`. */
export interface AccumulatedResidOptions<L extends boolean = boolean>
  extends Omit<
      c.OptionsOf<typeof readAccumulated, typeof mlpRules & typeof stackRules & typeof anatomyRule>,
      "returnLabels"
    >,
    LabelsOption<L> {}

/** Options of `ActivationCache.decomposeResid`. */
export interface DecomposeResidOptions<L extends boolean = boolean>
  extends Omit<
      c.OptionsOf<typeof readDecompose, typeof mlpRules & typeof stackRules & typeof anatomyRule>,
      "returnLabels"
    >,
    LabelsOption<L> {}

/** Options of `ActivationCache.applyLnToStack`. */
export interface ApplyLnOptions extends c.OptionsOf<typeof readApply, typeof mlpRules & typeof anatomyRule> {}

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
  const { inclMid, mlpInput, ...more } = readAccumulated(given);
  const run = new Reading("ActivationCache.accumulatedResid", cache, more.anatomy);
  const { numLayers } = run.anatomy;
  const layer = run.layerAt(more.layer);
  if (more.applyLn) run.checkSum();
  return scope(() => {
    const parts: [string, Tensor][] = [];
    for (let l = 0; l <= layer; l++) {
      if (l === numLayers) parts.push(["final_post", run.streamAtEnd()]);
      else parts.push([`${l}_pre`, run.value("resid_pre", l)]);
      if (l < layer ? inclMid : mlpInput && l < numLayers)
        parts.push([`${l}_mid`, run.value("resid_mid", l)]);
    }
    return finish(run, parts, { ...more, layer, mlpInput });
  });
}

/** See `ActivationCache.decomposeResid`. */
export function decomposeResid(cache: SiteValues, given?: DecomposeResidOptions): Tensor | LabelledStack {
  const { mode, inclEmbeds, mlpInput, ...more } = readDecompose(given);
  const run = new Reading("ActivationCache.decomposeResid", cache, more.anatomy);
  const layer = run.layerAt(more.layer);
  run.checkSum();
  return scope(() => {
    const parts = inclEmbeds ? embeddings(run) : [];
    const add = (name: string, l: number): void => {
      parts.push([`${l}_${name}`, run.value(name, l)]);
    };
    // A decoder's layers also attend to the encoder; an attention-only layer has no MLP.
    const addAttention = (l: number): void => {
      add("attn_out", l);
      if (run.modelHas("cross_attn_out", l)) add("cross_attn_out", l);
    };
    for (let l = 0; l < layer; l++) {
      if (mode !== "mlp") addAttention(l);
      if (mode !== "attn" && run.modelHas("mlp_out", l)) add("mlp_out", l);
    }
    if (mlpInput && mode !== "mlp" && layer < run.anatomy.numLayers) addAttention(layer);
    return finish(run, parts, { ...more, layer, mlpInput });
  });
}

/** The embeddings that begin the stream, with their labels. */
export function embeddings(run: Reading): [label: string, x: Tensor][] {
  const names = ["embed", ...(run.modelHas("pos_embed") ? ["pos_embed"] : [])];
  return names.map((name) => [name, run.value(name)]);
}

/** See `ActivationCache.applyLnToStack`. */
export function applyLnToStack(cache: SiteValues, x: Tensor, given?: ApplyLnOptions): Tensor {
  applied([x]);
  const more = readApply(given);
  const run = new Reading("ActivationCache.applyLnToStack", cache, more.anatomy);
  const layer = run.layerAt(more.layer);
  run.checkSum();
  return scope(() => run.normalize(x, { ...more, layer }));
}
