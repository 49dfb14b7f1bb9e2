import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, mostWords, perElement, u } from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";
import { placesIn } from "./attention-call.ts";
import { runFold, sumFold, sumValue } from "./fold.ts";
import { calledIn } from "./functions.ts";

// vᵀ tanh(qᵢ + kⱼ) for each query and key (Bahdanau, Cho and Bengio 2015): the tensor of all tanh, (…, lq, lk, h), does not
// exist. The backward pass computes each tanh twice, for the query's gradient and for the key's, so that each sum belongs to
// one thread; a fold adds up the queries' contributions to v's gradient.

/** The common data of both kernels for q (…, lq, h), k (…, lk, h), v (h), and g (…, lq, lk) if it is there. */
function callOf(threads: number, operands: readonly Operand[]) {
  const [q, k, v, g] = operands as readonly [Operand, Operand, Operand, Operand?];
  const batch = q.shape.slice(0, -2);
  const [lq, h, lk] = [q.shape.at(-2)!, q.shape.at(-1)!, k.shape.at(-2)!];
  const matrices = [q, k, ...(g ? [g] : [])];
  const steps = matrices.flatMap(({ strides }) => strides.slice(-2));
  const places = placesIn(batch, matrices);
  const walk = walkOf(batch, places);
  const own = [threads, lq, lk, h, v.offset, v.strides[0]!, ...steps];
  const element = (buffer: string, n: number, row: string, column: string): string =>
    `${buffer}[at${n} + ${row} * ${u(6 + 2 * n)} + ${column} * ${u(7 + 2 * n)}]`;
  return {
    words: [...own, ...wordsOf(walk, places)],
    variant: `${walk.sizes.length}`,
    sizes: { lq: u(1), lk: u(2), h: u(3) },
    /** WGSL that finds the matrices of `batch`. */
    start: findPlaces(walk, own.length, "batch"),
    /** Elements of query `row`, key `column` and feature `c`. */
    elements: (buffers: readonly string[]) => ({
      sum: `${element(buffers[0]!, 0, "row", "c")} + ${element(buffers[1]!, 1, "column", "c")}`,
      v: `${buffers[2]}[${u(4)} + c * ${u(5)}]`,
      g: element(buffers[3]!, 2, "row", "column"),
    }),
  };
}

export function additiveKernels(machine: Machine): KernelTable {
  return {
    additiveScores([q, k, v], [y]) {
      const threads = countOf(y!.shape);
      const operands = [q!, k!, v!];
      const { words, variant, sizes, start, elements } = callOf(threads, operands);
      if (y!.dtype !== "float32" || words.length >= mostWords) return false;
      if (threads === 0) return true;
      machine.run({
        name: "additiveScores",
        variant,
        reads: operands,
        writes: [y!],
        words: [...words, y!.offset],
        threads,
        source(buffers) {
          const { sum, v: weight } = elements(buffers);
          const main = perElement(`  let column = i % ${sizes.lk};
  let row = i / ${sizes.lk} % ${sizes.lq};
  let batch = i / (${sizes.lk} * ${sizes.lq});
${start}
  var score = 0f;
  for (var c = 0u; c < ${sizes.h}; c++) { score += ${weight} * tanhOf(${sum}); }
  ${buffers.at(-1)}[${u(words.length)} + i] = score;`);
          return `${calledIn(main)}\n${main}`;
        },
      });
      return true;
    },
    additiveScoresBackward([g, q, k, v], [dq, dk, dv]) {
      const [queries, keys] = [countOf(dq!.shape), countOf(dk!.shape)];
      const operands = [q!, k!, v!, g!];
      const { words, variant, sizes, start, elements } = callOf(queries + keys, operands);
      if (dq!.dtype !== "float32" || words.length + 3 > mostWords) return false;
      const h = dv!.shape[0]!;
      machine.withScratch([queries / Math.max(1, h), h], (parts) => {
        runGradients(parts);
        runFold(machine, {
          name: "additiveScoresBackward weight",
          shape: parts.shape,
          dims: [0],
          operands: { x: parts },
          fold: sumFold("x"),
          perRow: [[dv!, sumValue]],
        });
      });
      return true;

      function runGradients(parts: Operand): void {
        if (queries + keys === 0) return;
        machine.run({
          name: "additiveScoresBackward",
          variant,
          reads: operands,
          writes: [dq!, dk!, parts],
          words: [...words, queries, dq!.offset, dk!.offset],
          threads: queries + keys,
          source(buffers) {
            const [toQ, toK, part] = buffers.slice(4) as [string, string, string];
            const [count, qAt, kAt] = [0, 1, 2].map((n) => u(words.length + n));
            const { sum, v: weight, g: slope } = elements(buffers);
            // A pair whose cotangent is 0 adds nothing, even if its tanh is NaN.
            const add = `let slope = ${slope};
      if (isNonzero(slope)) {
        let t = tanhOf(${sum});
        total += slope * ${weight} * (1 - t * t);
        ofWeight += slope * t;
      }`;
            const main = perElement(`  let isQuery = i < ${count};
  let own = select(i - ${count}, i, isQuery);
  let c = own % ${sizes.h};
  let place = own / ${sizes.h};
  let length = select(${sizes.lk}, ${sizes.lq}, isQuery);
  let batch = place / length;
${start}
  var total = 0f;
  var ofWeight = 0f;
  if (isQuery) {
    let row = place % length;
    for (var column = 0u; column < ${sizes.lk}; column++) {
      ${add}
    }
    ${toQ}[${qAt} + own] = total;
    ${part}[own] = ofWeight;
  } else {
    let column = place % length;
    for (var row = 0u; row < ${sizes.lq}; row++) {
      ${add}
    }
    ${toK}[${kAt} + own] = total;
  }`);
            return `${calledIn(main)}\n${main}`;
          },
        });
      }
    },
  };
}
