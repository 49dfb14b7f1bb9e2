import { cat, einsum, scope, stack, type Tensor, zeros } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { checkShort, headName } from "../names.ts";
import { type Anatomy, anatomyOf, anatomyRule, memberOf, type SiteValues } from "./anatomy.ts";
import { type PosSlice, takePositions } from "./positions.ts";
import {
  checkSum,
  type LabelledStack,
  type LabelsOption,
  labelRules,
  layerIn,
  nameOf,
  normalizeStack,
  siteValue,
  stackRules,
  streamAtEnd,
} from "./residual.ts";

const readHeads = c.options(
  "ActivationCache.stackHeadResults",
  {
    /** Whether to append the rest of the stream after the heads: embeddings, MLPs and biases. Default false. */
    inclRemainder: c.flag(false),
    ...stackRules,
    ...labelRules,
  },
  { example: "cache.stackHeadResults({ posSlice: -1, returnLabels: true })" },
);
const readActivation = c.options(
  "ActivationCache.stackActivation",
  {
    /** How many layers are stacked, from the first. Default −1: all. */
    layer: stackRules.layer,
    /** The part of the layer, for names that several parts have: "attn", "mlp", "ln1". */
    sublayerType: c.text(),
    ...anatomyRule,
  },
  { example: 'cache.stackActivation("pattern")' },
);

/** Options of `ActivationCache.stackHeadResults`. */
export interface StackHeadResultsOptions<L extends boolean = boolean>
  extends Omit<c.OptionsOf<typeof readHeads, typeof stackRules & typeof anatomyRule>, "returnLabels">,
    LabelsOption<L> {}

/** Options of `ActivationCache.stackActivation`. */
export interface StackActivationOptions extends c.OptionsOf<typeof readActivation, typeof anatomyRule> {}

/** See `ActivationCache.stackHeadResults`. */
export function stackHeadResults(cache: SiteValues, given?: StackHeadResultsOptions): Tensor | LabelledStack {
  const what = "ActivationCache.stackHeadResults";
  const { inclRemainder, applyLn, returnLabels, posSlice, ...more } = readHeads(given);
  const anatomy = anatomyOf(what, cache.model, more.anatomy);
  const layer = layerIn(what, anatomy, more.layer);
  if (applyLn || inclRemainder) checkSum(what, cache, anatomy);
  return scope(() => {
    const results = Array.from({ length: layer }, (_, l) => headResults(what, cache, anatomy, l, posSlice));
    const labels = results.flatMap((x, l) =>
      Array.from({ length: x.size(-2) }, (_, head) => headName(l, head)),
    );
    const heads = results.map((x) => x.movedim(-2, 0)); // (heads, b, positions, dModel)
    if (inclRemainder) {
      const whole =
        layer === anatomy.numLayers ? streamAtEnd(cache, anatomy) : streamInto(cache, anatomy, layer);
      const stream = takePositions(what, whole, -2, posSlice);
      heads.push(heads.reduce((rest, x) => rest.sub(x.sum(0)), stream).unsqueeze(0));
      labels.push("remainder");
    }
    const components = heads.length > 0 ? cat(heads, 0) : none(what, cache, anatomy, posSlice);
    const place = { layer, mlpInput: false, posSlice };
    const done = applyLn ? normalizeStack(what, cache, anatomy, components, place) : components;
    return returnLabels ? iterable({ components: done, labels }) : done;
  });
}

function streamInto(cache: SiteValues, anatomy: Anatomy, layer: number): Tensor {
  return siteValue(cache, anatomy, "resid_pre", layer);
}

// The stack of no heads, for layer 0.
function none(what: string, cache: SiteValues, anatomy: Anatomy, posSlice?: PosSlice): Tensor {
  const { shape, backend } = takePositions(what, streamInto(cache, anatomy, 0), -2, posSlice);
  return zeros([0, ...shape], { backend });
}

/** The outputs of a layer's heads, (b, positions, heads, dModel): from the cache, or from z and W_O. */
export function headResults(
  what: string,
  cache: SiteValues,
  anatomy: Anatomy,
  layer: number,
  posSlice?: PosSlice,
): Tensor {
  const name = nameOf(anatomy, "result", layer);
  if (cache.has(name)) return takePositions(what, cache.get(name), -3, posSlice);
  const z = takePositions(what, siteValue(cache, anatomy, "z", layer), -3, posSlice);
  const { wO } = memberOf(what, cache.model, anatomy, "headWeights")(layer);
  return einsum(z.ndim === 4 ? "bnhe,hed->bnhd" : "bhe,hed->bhd", z, wO);
}

/** See `ActivationCache.stackActivation`. */
export function stackActivation(cache: SiteValues, name: string, given?: StackActivationOptions): Tensor {
  const what = "ActivationCache.stackActivation";
  const { sublayerType, ...more } = readActivation(given);
  if (typeof name === "string") checkShort(what, name);
  const anatomy = anatomyOf(what, cache.model, more.anatomy);
  const layer = layerIn(what, anatomy, more.layer);
  return scope(() =>
    stack(Array.from({ length: layer }, (_, l) => siteValue(cache, anatomy, name, l, sublayerType))),
  );
}
