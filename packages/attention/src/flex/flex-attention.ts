// Attention with a change of scores and a mask of the caller's own.

import { isTapped } from "@saccade/nn";
import { BackendError, ShapeError, scope, type Tensor, unflatten } from "@saccade/tensor";
import { hostData } from "@saccade/tensor/backend";
import { callable, flag, instanceOf, type OptionsOf, options } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import {
  type AttendedIf,
  attendedIf,
  call,
  type Summarized,
  type WeightsOptions,
} from "../contract/method.ts";
import { checkDivides, factorRule, type SummaryName, summaryRules } from "../contract/rules.ts";
import {
  mapSummaries,
  type SummariesOptions,
  summariesOf,
  type WantedSummaries,
  wantedSummaries,
} from "../contract/summaries.ts";
import { attend, defaultScale, patternSites } from "../definitions/attention.ts";
import { causalMask, products } from "../definitions/masks.ts";
import { attendFused } from "../functions/attend.ts";
import { both, type Inputs } from "../masks/align.ts";
import { BlockMask } from "./block-mask.ts";
import { type Lowered, lower } from "./program.ts";
import { trace } from "./trace.ts";
import type { Sizes, Traced, TracedOr } from "./traced.ts";

/**
 * Changes a score: `(score, b, h, q, kv) => score.sub(q.sub(kv).abs())`. Its arguments are symbols for the score, after the scale, and
 * for the batch entry, the head, and the positions of the query and the key; it runs once.
 */
export type ScoreMod = (score: Traced, b: Traced, h: Traced, q: Traced, kv: Traced) => TracedOr;

const name = "flexAttention";
const rules = {
  /** Changes the scores, after the scale and before the mask. A score of −∞ excludes the key. */
  scoreMod: callable<ScoreMod>(),
  /** The keys that each query may attend to. Default: all. */
  blockMask: instanceOf("a BlockMask, from createBlockMask", BlockMask),
  /** The factor of the products, not 0. Default 1/√d. */
  scale: factorRule(),
  /** Whether k and v may have fewer heads than q: query head i reads key head ⌊i / (h / hk)⌋. Default false. */
  enableGqa: flag(false),
};
const inputs = call(
  options(
    name,
    { ...rules, needWeights: flag(false), ...summaryRules },
    {
      example: `${name}(q, k, v, { scoreMod: (score, b, h, q, kv) => score.sub(q.sub(kv).abs()) })`,
      renamed: {
        maskMod: "write blockMask: createBlockMask(maskMod, null, null, lq, lk)",
        returnLse: 'write summaries: ["logSumExp"]',
        mask: "write blockMask",
        causal: "write blockMask: createBlockMask(causal, null, null, lq, lk)",
        isCausal: "write blockMask: createBlockMask(causal, null, null, lq, lk)",
      },
    },
  ),
  "q float (b, h, lq, d)  k same (b, hk, lk, d)  v same (b, hk, lk, dv)",
);

/** Options of {@link flexAttention}. */
export interface FlexAttentionOptions<W extends boolean = boolean, S extends SummaryName = SummaryName>
  extends Omit<OptionsOf<typeof inputs, typeof rules & typeof summaryRules>, "needWeights" | "summaries">,
    WeightsOptions<W>,
    SummariesOptions<S> {}

/**
 * softmax(scoreMod(q kᵀ / √d)) v over the keys that a mask allows, for a change of scores and a mask in a few lines (FlexAttention;
 * Dong et al. 2024, section 3). They are traced once, and run inside the fused op, in memory linear in the lengths: tiles without
 * allowed keys are skipped. Gradients flow to q, k, v and captured floats, of any order.
 *
 * @param q floats (b, h, lq, d)
 * @param k floats (b, hk, lk, d), of q's dtype
 * @param v floats (b, hk, lk, dv), of q's dtype
 * @returns output (b, h, lq, dv), and weights (b, h, lq, lk) with `needWeights`. A query without allowed keys gets zeros in both.
 * `summaries` has what that option names.
 * @throws TraceError for a scoreMod that cannot be traced; IndexError for an index of `at` that may be out of range; ShapeError when q, k,
 * v or the block mask do not fit each other, or for fewer heads in k without `enableGqa`; BackendError or FreedTensorError for a captured
 * tensor; OverflowError for whole numbers that q's dtype does not hold exactly.
 * @example
 * const x = randn([1, 2, 64, 8]);
 * const capped: ScoreMod = (score) => score.div(20).tanh().mul(20);
 * flexAttention(x, x, x, { scoreMod: capped, blockMask: createBlockMask(causal, null, null, 64, 64) }).output.shape // [1, 2, 64, 8]
 */
export function flexAttention<W extends boolean = false, S extends SummaryName = never>(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  given: FlexAttentionOptions<W, S> = {},
): AttendedIf<W, S> {
  const { b, h, hk, lq, lk, ...settings } = inputs([q, k, v, given]);
  const { scoreMod, blockMask, scale = defaultScale(q), enableGqa, needWeights } = settings;
  if (h !== hk && !enableGqa)
    throw new ShapeError(
      `${name}: q has ${h} heads, and k ${hk}; write enableGqa: true if groups of heads share keys.`,
    );
  checkDivides(name, "the number of heads of q,", h, hk);
  const sizes: Sizes = { b, h, q: lq, kv: lk };
  if (blockMask) checkMask(blockMask, sizes, q);
  const wanted = wantedSummaries(name, settings, lk);
  // Heads that share keys are a dim of their own, along which keys and values broadcast: (b, hk, group, …).
  const grouped = (x: Tensor): Tensor => {
    if (h === hk) return x;
    return x.size(1) === h ? unflatten(x, 1, [hk, h / hk]) : x.unsqueeze(2);
  };
  const joined = (x: Tensor): Tensor => (h === hk ? x : x.flatten(1, 2));
  return attendedIf<W, S>(
    scope(() => {
      const graph = scoreMod && trace({ what: name, backend: q.backend }, scoreMod, "number");
      const causal = blockMask !== undefined && isCausal(blockMask.graph);
      const mask = causal ? undefined : blockMask;
      const { program, operands } = lower(graph, mask?.graph, sizes, q);
      const tiles = mask && hostData(() => mask.layout.tiles, mask.layout.shape, { backend: q.backend });
      const layout = tiles && grouped(tiles);
      const terms = { scale, causal, program, operands: operands.map(grouped), layout };
      const isSeen = needWeights || isTapped(...patternSites);
      const all: Inputs = [grouped(q), grouped(k), grouped(v)];
      const found = isSeen ? attendPlain(all, terms, wanted) : attendFused(all, terms, wanted);
      return {
        output: joined(found.output),
        weights: needWeights ? joined(found.weights!) : undefined,
        ...mapSummaries(found, joined),
      };
    }),
  );
}

/** The attention of the fused op in plain ops, with its weights. */
function attendPlain(
  [q, k, v]: Inputs,
  { scale, causal, program, operands }: Lowered & { readonly scale: number; readonly causal: boolean },
  wanted: WantedSummaries | undefined,
): Summarized {
  const plain = products(q.mul(scale), k);
  const stepOf = (step: number): Tensor =>
    program!.resultOf(step, plain, operands, plain).expand(plain.shape);
  const scores = program ? stepOf(program.score) : plain;
  const masks = [
    program && scores.ne(Number.NEGATIVE_INFINITY),
    typeof program?.mask === "number" ? stepOf(program.mask) : undefined,
    causal ? causalMask(q.size(-2), k.size(-2), 0, q.backend) : undefined,
  ];
  const allowed = masks.reduce(both);
  const { output, weights } = attend(scores, v, allowed);
  if (!wanted) return { output, weights };
  const told = fused.tellsOf(scores, weights, allowed ?? null, wanted.top);
  return { output, weights, summaries: summariesOf(told, wanted) };
}

/** The fused op has a causal limit of its own, which is faster than any program. */
function isCausal({ op, args }: Traced): boolean {
  const [a, b] = args.map((x) => x.op);
  return (op === "ge" && a === "q" && b === "kv") || (op === "le" && a === "kv" && b === "q");
}

function checkMask(mask: BlockMask, sizes: Sizes, q: Tensor): void {
  const { graph } = mask;
  const wrong = (["b", "h", "lq", "lk"] as const).find((of) => {
    const [given, size] = [mask[of], sizes[({ b: "b", h: "h", lq: "q", lk: "kv" } as const)[of]]];
    return (
      given !== size && given !== null && (given !== 1 || of === "lq" || of === "lk" || graph.reads.has(of))
    );
  });
  if (wrong !== undefined)
    throw new ShapeError(
      `${name}: blockMask is for ${wrong} = ${mask[wrong]}, and q and k have (b, h, lq, lk) = (${Object.values(sizes).join(", ")}); ` +
        "make one for these sizes with createBlockMask.",
    );
  if (mask.backend !== null && mask.backend !== q.backend)
    throw new BackendError(
      `${name}: blockMask captures tensors on ${mask.backend.name}, and q is on ${q.backend.name}; move one with to(backend).`,
    );
}
