import { LayerNorm } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, stack, type Tensor } from "@saccade/tensor";
import { checkInteger, iterable, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { getActName, hookNames } from "../names.ts";
import { type Anatomy, anatomyOf, anatomyRule, posSlice, type SiteValues, takePositions } from "./anatomy.ts";

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

/** A site's name, by the shorthand of {@link getActName}, in a model that may call it otherwise. */
export function nameOf(anatomy: Anatomy, name: string, layer?: number, part?: string): string {
  const full = getActName(name, layer, part);
  return anatomy.siteName?.(full) ?? full;
}

/** The value of a site. */
export function siteValue(
  cache: SiteValues,
  anatomy: Anatomy,
  name: string,
  layer?: number,
  part?: string,
): Tensor {
  return cache.get(nameOf(anatomy, name, layer, part));
}

/** Whether the model has a site, in the cache or not. */
export function modelHas({ model }: SiteValues, anatomy: Anatomy, name: string, layer?: number): boolean {
  return hookNames(model).includes(nameOf(anatomy, name, layer));
}

/** The stream after the last layer. */
export function streamAtEnd(cache: SiteValues, anatomy: Anatomy): Tensor {
  const last = anatomy.normFirst === false ? "normalized_resid_post" : "resid_post";
  return siteValue(cache, anatomy, last, anatomy.numLayers - 1);
}

/** A layer by its number, numLayers for −1. @throws ArgumentError for a layer that the model does not have. */
export function layerIn(what: string, { numLayers }: Anatomy, layer: number): number {
  checkInteger(what, "layer", layer, -1, numLayers);
  return layer === -1 ? numLayers : layer;
}

/** The parts of one position or several in a stack, with their labels, and normalized if that is wanted. */
function finish(
  what: string,
  cache: SiteValues,
  anatomy: Anatomy,
  parts: readonly (readonly [label: string, x: Tensor])[],
  given: NormPlace & { readonly applyLn: boolean; readonly returnLabels: boolean },
): Tensor | LabelledStack {
  if (parts.length === 0) throw new ArgumentError(`${what}: with these options, no part is left.`);
  const at = given.posSlice;
  const components = stack(parts.map(([, x]) => takePositions(what, x, -2, at)));
  const done = given.applyLn ? normalizeStack(what, cache, anatomy, components, given) : components;
  return given.returnLabels ? iterable({ components: done, labels: parts.map(([label]) => label) }) : done;
}

/** See `ActivationCache.accumulatedResid`. */
export function accumulatedResid(cache: SiteValues, given?: AccumulatedResidOptions): Tensor | LabelledStack {
  const what = "ActivationCache.accumulatedResid";
  const { inclMid, mlpInput, ...more } = readAccumulated(given);
  const anatomy = anatomyOf(what, cache.model, more.anatomy);
  const layer = layerIn(what, anatomy, more.layer);
  if (more.applyLn) checkSum(what, cache, anatomy);
  return scope(() => {
    const parts: [string, Tensor][] = [];
    for (let l = 0; l <= layer; l++) {
      if (l === anatomy.numLayers) parts.push(["final_post", streamAtEnd(cache, anatomy)]);
      else parts.push([`${l}_pre`, siteValue(cache, anatomy, "resid_pre", l)]);
      if (l < layer ? inclMid : mlpInput && l < anatomy.numLayers)
        parts.push([`${l}_mid`, siteValue(cache, anatomy, "resid_mid", l)]);
    }
    return finish(what, cache, anatomy, parts, { ...more, layer, mlpInput });
  });
}

/** See `ActivationCache.decomposeResid`. */
export function decomposeResid(cache: SiteValues, given?: DecomposeResidOptions): Tensor | LabelledStack {
  const what = "ActivationCache.decomposeResid";
  const { mode, inclEmbeds, mlpInput, ...more } = readDecompose(given);
  const anatomy = anatomyOf(what, cache.model, more.anatomy);
  const layer = layerIn(what, anatomy, more.layer);
  checkSum(what, cache, anatomy);
  return scope(() => {
    const parts = inclEmbeds ? embeddings(cache, anatomy) : [];
    const add = (name: string, l: number): void => {
      parts.push([`${l}_${name}`, siteValue(cache, anatomy, name, l)]);
    };
    // A decoder's layers also attend to the encoder; an attention-only layer has no MLP.
    const addAttention = (l: number): void => {
      add("attn_out", l);
      if (modelHas(cache, anatomy, "cross_attn_out", l)) add("cross_attn_out", l);
    };
    for (let l = 0; l < layer; l++) {
      if (mode !== "mlp") addAttention(l);
      if (mode !== "attn" && modelHas(cache, anatomy, "mlp_out", l)) add("mlp_out", l);
    }
    if (mlpInput && mode !== "mlp" && layer < anatomy.numLayers) addAttention(layer);
    return finish(what, cache, anatomy, parts, { ...more, layer, mlpInput });
  });
}

/** The embeddings that begin the stream, with their labels. */
export function embeddings(cache: SiteValues, anatomy: Anatomy): [label: string, x: Tensor][] {
  const parts: [string, Tensor][] = [["embed", siteValue(cache, anatomy, "embed")]];
  if (modelHas(cache, anatomy, "pos_embed"))
    parts.push(["pos_embed", siteValue(cache, anatomy, "pos_embed")]);
  return parts;
}

/** Where a stack is normalized. */
interface NormPlace {
  /** numLayers, or −1, for the last norm. */
  readonly layer: number;
  readonly mlpInput: boolean;
  readonly posSlice?: ReturnType<typeof readApply>["posSlice"];
}

/** See `ActivationCache.applyLnToStack`. */
export function applyLnToStack(cache: SiteValues, x: Tensor, given?: ApplyLnOptions): Tensor {
  const what = "ActivationCache.applyLnToStack";
  applied([x]);
  const more = readApply(given);
  const anatomy = anatomyOf(what, cache.model, more.anatomy);
  const layer = layerIn(what, anatomy, more.layer);
  checkSum(what, cache, anatomy);
  return scope(() => normalizeStack(what, cache, anatomy, x, { ...more, layer }));
}

/** (x − mean) / scale, or x / scale for RMS norms: x (parts, b, positions, dModel), with the scale that the run had. */
export function normalizeStack(
  what: string,
  cache: SiteValues,
  anatomy: Anatomy,
  x: Tensor,
  { layer, mlpInput, posSlice: at }: NormPlace,
): Tensor {
  const { numLayers, finalNorm } = anatomy;
  if (finalNorm === null) return x;
  const isLast = layer === -1 || layer === numLayers;
  const beforeMlp = modelHas(cache, anatomy, "cross_attn_out", layer) ? "ln3" : "ln2";
  const scale = isLast
    ? siteValue(cache, anatomy, "scale", undefined, "ln_final")
    : siteValue(cache, anatomy, "scale", layer, mlpInput ? beforeMlp : "ln1"); // (b, positions, 1)
  const taken = takePositions(what, scale, -2, at);
  checkStack(what, x, [...taken.shape.slice(0, -1), finalNorm.normalizedShape.at(-1)!], at);
  const centred = finalNorm instanceof LayerNorm ? x.sub(x.mean(-1, { keepdim: true })) : x;
  return centred.div(taken);
}

/** @throws ShapeError for a stack of other rows, positions or width, which would broadcast. */
function checkStack(what: string, x: Tensor, place: readonly number[], at: NormPlace["posSlice"]): void {
  if (x.ndim === place.length + 1 && sameShape(x.shape.slice(-place.length), place)) return;
  const fix =
    at === undefined && x.ndim === place.length && x.size(-1) === place.at(-1)
      ? "; a stack of one position needs the option posSlice that it was made with, such as posSlice: -1"
      : "";
  throw new ShapeError(
    `${what}: stack is ${x.describe()}, expected (parts, ${place.join(", ")}) by the run and posSlice${fix}.`,
  );
}

/** @throws ArgumentError for a model whose stream is not the sum of its layers' outputs. */
export function checkSum(what: string, { model }: SiteValues, { normFirst = true }: Anatomy): void {
  if (normFirst) return;
  throw new ArgumentError(
    `${what}: the layers of ${model.constructor.name} normalize the residual stream itself, so it is not the sum of ` +
      "their outputs; this needs a model with norms before the sublayers, such as GPT or normFirst: true. " +
      "accumulatedResid and logitLens work with all models.",
  );
}
