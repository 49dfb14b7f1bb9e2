import { ArgumentError, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type AttendedIf, attendedIf, call, type WeightsOptions } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import type { SummariesOptions } from "../contract/summaries.ts";
import { mapped, mergeHeads } from "../definitions/multi-head.ts";
import { attendHeads, type HeadsRules, headsRules } from "./attend-heads.ts";

const name = "multiHeadAttentionForward";
const read = c.options(
  name,
  {
    ...headsRules,
    /** The weights of q, k and v stacked, (3 e, e). */
    inProjWeight: c.nullable(c.tensorRule("float"), null),
    /** In place of inProjWeight: the weight of q, (e, e). */
    qProjWeight: c.nullable(c.tensorRule("float"), null),
    /** The weight of k, (e, kdim). */
    kProjWeight: c.nullable(c.tensorRule("float"), null),
    /** The weight of v, (e, vdim). */
    vProjWeight: c.nullable(c.tensorRule("float"), null),
    /** The biases of q, k and v, (3 e). */
    inProjBias: c.nullable(c.tensorRule("float"), null),
    /** A key to append to those of k, (1, 1, e) or (e). */
    biasK: c.nullable(c.tensorRule("float"), null),
    /** Its value, (1, 1, e) or (e). */
    biasV: c.nullable(c.tensorRule("float"), null),
    /** Whether a key and a value of zeros are added. Default false. */
    addZeroAttn: c.flag(false),
    /** The weight of the output, (e, e). */
    outProjWeight: c.required(c.tensorRule("float")),
    /** The bias of the output, (e). */
    outProjBias: c.nullable(c.tensorRule("float"), null),
    /** The probability of dropping a weight while `training`. Default 0. */
    dropout: rules.dropoutRule(0),
    /** Whether dropout is active. Default true. */
    training: c.flag(true),
  },
  {
    example: `${name}(q, k, v, 8, 2, { inProjWeight, inProjBias, outProjWeight, outProjBias })`,
    renamed: { ...rules.moduleRenames, dropoutP: "write dropout", useSeparateProjWeight: "leave it out" },
  },
);
const sizes = c.signature(
  name,
  {
    q: c.required(c.tensorRule("float")),
    k: c.required(c.tensorRule("float")),
    v: c.required(c.tensorRule("float")),
    embedDim: rules.sizeRule,
    numHeads: c.required(rules.headsRule()),
  },
  read,
);
const batched = call(name, "q float (lq, b, embedDim)  k float (lk, b, kdim)  v float (lk, b, vdim)");
const unbatched = call(name, "q float (lq, embedDim)  k float (lk, kdim)  v float (lk, vdim)");

/** Options of {@link multiHeadAttentionForward}. */
export interface MultiHeadForwardFunctionOptions<
  W extends boolean = boolean,
  S extends rules.SummaryName = rules.SummaryName,
> extends Omit<c.OptionsOf<typeof read, HeadsRules>, "needWeights" | "summaries">,
    WeightsOptions<W>,
    SummariesOptions<S> {}

/**
 * Multi-head attention with given weights, as `torch.nn.functional.multi_head_attention_forward` (Vaswani et al. 2017,
 * section 3.2.2): q (lq, b, e), k (lk, b, kdim), v (lk, b, vdim), or without b → output (lq, b, e), weights (b, lq, lk).
 * {@link MultiheadAttention} holds the weights itself. Masks are true where a query may attend: convert PyTorch's with
 * `logicalNot()`.
 *
 * @throws ShapeError unless numHeads divides embedDim and the tensors fit; ArgumentError without inProjWeight or the three
 * weights in its place, or for biasK without biasV.
 * @example
 * const [x, w] = [ones([3, 1, 2]), ones([2, 2])];
 * multiHeadAttentionForward(x, x, x, 2, 1, { inProjWeight: ones([6, 2]), outProjWeight: w }).output.shape // [3, 1, 2]
 */
export function multiHeadAttentionForward<W extends boolean = true, S extends rules.SummaryName = never>(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  embedDim: number,
  numHeads: number,
  given: MultiHeadForwardFunctionOptions<W, S>,
): AttendedIf<W, S> {
  const settings = sizes([q, k, v, embedDim, numHeads, given]);
  (q.ndim === 2 ? unbatched : batched)([q, k, v], { embedDim });
  rules.checkDivides(name, "embedDim", embedDim, numHeads);
  checkWeights(embedDim, settings);
  const attention = {
    embedDim,
    numHeads,
    in_proj_weight: settings.inProjWeight,
    q_proj_weight: settings.qProjWeight,
    k_proj_weight: settings.kProjWeight,
    v_proj_weight: settings.vProjWeight,
    in_proj_bias: settings.inProjBias,
    in_proj: null,
    bias_k: settings.biasK,
    bias_v: settings.biasV,
    addZeroAttn: settings.addZeroAttn,
    positions: null,
    dropout: settings.dropout,
    training: settings.training,
    maskFill: null,
  };
  const out = { weight: settings.outProjWeight, bias: settings.outProjBias };
  const join = (heads: Tensor): Tensor => mapped(mergeHeads(heads), out);
  const form = { batchFirst: false, join };
  return attendedIf<W, S>(scope(() => attendHeads(attention, name, [q, k, v], settings, form)));
}

function checkWeights(e: number, given: c.SettingsOf<typeof read>): void {
  const { inProjWeight, qProjWeight, kProjWeight, vProjWeight, biasK, biasV } = given;
  const three = [qProjWeight, kProjWeight, vProjWeight].filter((weight) => weight !== null).length;
  if (inProjWeight === null ? three !== 3 : three !== 0)
    throw new ArgumentError(
      `${name}: give inProjWeight, or qProjWeight, kProjWeight and vProjWeight in its place.`,
    );
  if ((biasK === null) !== (biasV === null))
    throw new ArgumentError(`${name}: one of biasK and biasV is given; give both, or neither.`);
  const misfit = (option: string, x: Tensor, wanted: string) =>
    new ShapeError(`${name}: ${option} is ${formatShape(x.shape)}, expected ${wanted}.`);
  const { inProjBias, outProjWeight, outProjBias } = given;
  const shapes = { inProjWeight: [3 * e, e], inProjBias: [3 * e], outProjWeight: [e, e], outProjBias: [e] };
  for (const [option, x] of Object.entries({ inProjWeight, inProjBias, outProjWeight, outProjBias })) {
    const wanted = formatShape(shapes[option as keyof typeof shapes]);
    if (x !== null && formatShape(x.shape) !== wanted) throw misfit(option, x, wanted);
  }
  for (const [option, x] of Object.entries({ biasK, biasV }))
    if (x !== null && x.numel !== e) throw misfit(option, x, `[1, 1, ${e}]`);
}
