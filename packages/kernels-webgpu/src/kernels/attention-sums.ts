import type { Operand, ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { type Launch, perElement, u as word } from "../machine.ts";
import { findPlaces, type Place, walkOf, wordsOf } from "../walk.ts";
import { type AttentionOperands, attentionCall, stepOf } from "./attention-call.ts";
import { calledIn } from "./functions.ts";

export interface AttentionGradient {
  readonly operands: AttentionOperands;
  readonly attrs: ScaledDotProductAttrs;
  readonly batch: readonly number[];
  readonly output: Operand;
  readonly logSumExp: Operand;
  readonly gLogSumExp: Operand;
}

/** Above it the rounding of ln Σ exp affects the weights, and the sum is recomputed. */
const coarse = 128;

/**
 * A thread a query: `base` and `share`, such that a weight is share · exp(score − base), and `mean`, which the weights'
 * slopes are measured from. The result is (3, queries).
 */
export function sumsOf(gradient: AttentionGradient): Omit<Launch, "writes"> {
  const { operands, attrs, batch, output, logSumExp, gLogSumExp } = gradient;
  // With a mask and a bias, there is no buffer left for a new sum: GPUs guarantee eight.
  const resums = operands.mask === undefined || operands.bias === undefined;
  const call = attentionCall(operands, attrs, batch, resums ? ["q", "k", "mask", "bias", "g"] : ["g"]);
  const { lq, batches, causal, u, f } = call;
  const rows: Place[] = [output, logSumExp, gLogSumExp].map(({ strides, offset }) => ({
    strides: strides.slice(0, batch.length + 1),
    offset,
  }));
  const walk = walkOf([...batch, lq], rows);
  const count = batches * lq;
  const first = call.words.length;
  return {
    name: "scaledDotProductBackward sums",
    variant: `${call.variant} ${walk.sizes.length}`,
    reads: [...call.reads, output, logSumExp, gLogSumExp],
    words: [...call.words, stepOf(output, -1), ...wordsOf(walk, rows)],
    threads: count,
    source(buffers) {
      const [out, lse, gLse, to] = buffers.slice(-4) as [string, string, string, string];
      const from = (role: "q" | "k" | "g", row: string): string => {
        const { name, buffer, rowStep, columnStep } = call.matrix(role, buffers);
        return `${buffer}[${name}At + ${row} * ${rowStep} + c * ${columnStep}]`;
      };
      const resum = (): string => `  if (abs(base) > ${coarse}) {
    base = -3.4028234e38f;
    var total = 0f;
    let last = ${causal ? `min(${u.lk}, query + 1u)` : u.lk};
    for (var j = 0u; j < last; j++) {
      if (!isAllowed(query, j)) { continue; }
      var s = 0f;
      for (var c = 0u; c < ${u.d}; c++) { s += ${from("q", "query")} * ${f.scale} * ${from("k", "j")}; }
      s += biasOf(query, j);
      let old = base;
      base = max(base, s);
      total = total * expOf(old - base) + expOf(s - base);
    }
    share = select(1 / total, infinity(), total == 0);
  }
`;
      const body = `${call.head(buffers)}
${perElement(`  let batch = i / ${u.lq};
  let query = i % ${u.lq};
${call.start}
${findPlaces(walk, first + 1, "i", "row")}
  let count = ${u.queries};
  var mean = -${gLse}[row2];
  for (var c = 0u; c < ${u.dv}; c++) { mean += ${from("g", "query")} * ${out}[row0 + c * ${word(first)}]; }
  var base = ${lse}[row1];
  var share = 1f;
${resums ? resum() : ""}  ${to}[i] = base;
  ${to}[count + i] = share;
  ${to}[2u * count + i] = mean;`)}`;
      return `${calledIn(body)}\n${body}`;
    },
  };
}
