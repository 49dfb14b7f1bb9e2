import { ArgumentError, scope, stack, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { anatomyRule, posSlice, type SiteValues } from "./anatomy.ts";
import { type NormPlace, Reading } from "./reading.ts";

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
