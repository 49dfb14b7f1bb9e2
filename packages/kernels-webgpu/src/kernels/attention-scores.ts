import { type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { findPlaces, mostWords, perElement, u, walkOf, wordsOf } from "../wgsl.ts";
import { placesIn } from "./attention-call.ts";
import { runFold, sumFold, sumValue } from "./fold.ts";
import { acrossFor, type Matrix, namedWords, none, readers, Tiles, writer } from "./tiles.ts";

// Scores of additive attention, and products that compute only the allowed pairs of a mask.

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

export function scoreKernels(machine: Machine): KernelTable {
  return {
    additiveScores([q, k, v], [y]) {
      const threads = numelOf(y!.shape);
      const operands = [q!, k!, v!];
      const { words, variant, sizes, start, elements } = callOf(threads, operands);
      if (y!.dtype !== "float32" || words.length >= mostWords) return false;
      machine.run({
        name: "additiveScores",
        variant,
        reads: operands,
        writes: [y!],
        words: [...words, y!.offset],
        threads,
        source(buffers) {
          const { sum, v: weight } = elements(buffers);
          return perElement(`  let column = i % ${sizes.lk};
  let row = i / ${sizes.lk} % ${sizes.lq};
  let batch = i / (${sizes.lk} * ${sizes.lq});
${start}
  var score = 0f;
  for (var c = 0u; c < ${sizes.h}; c++) { score += ${weight} * tanhOf(${sum}); }
  ${buffers.at(-1)}[${u(words.length)} + i] = score;`);
        },
      });
      return true;
    },
    additiveScoresBackward([g, q, k, v], [dq, dk, dv]) {
      const [queries, keys] = [numelOf(dq!.shape), numelOf(dk!.shape)];
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
            return perElement(`  let isQuery = i < ${count};
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
          },
        });
      }
    },
    /** a (…, n, d) · b (…, k, d)ᵀ where allowed (…, n, k), else 0. */
    scoresWhere(inputs, [y]) {
      return runMasked(machine, "scoresWhere", inputs, y!, ({ a, b, tiles }) => {
        return `${tiles.product("s", a, "top0", b, "left")}
  for (var r = 0u; r < 4u; r++) {
    let column = left + x * 4u;
    put(batch, row + r, column, select(vec4<f32>(), s[r], allowed4(row + r, column)));
  }`;
      });
    },
    /** a (…, n, k) · b (…, k, m) over the allowed (…, n, k). */
    matmulWhere(inputs, [y]) {
      return runMasked(machine, "matmulWhere", inputs, y!, ({ a, b, tiles, vectors }) => {
        const { side } = tiles;
        return `${tiles.sums("o", vectors)}
  for (var key = 0u; key < ${a.columns}; key += ${side}u) {
    let column = key + x * 4u;
    var w: array<vec4<f32>, 4>;
    for (var r = 0u; r < 4u; r++) {
      w[r] = select(vec4(${none}), aAlong(row + r, column), allowed4(row + r, column));
    }
${tiles.keep("w")}
${tiles.accumulate("o", vectors, b, "key", `min(${side}u, ${a.columns} - key)`, "left", true)}
  }
${tiles.write("put", "o", vectors, "top0", "left")}`;
      });
    },
  };
}

// The two products of attention over the pairs that a mask allows, in tiles. A pair that it excludes counts for nothing,
// whatever its operands hold.

interface Parts {
  readonly a: Matrix;
  readonly b: Matrix;
  readonly tiles: Tiles;
  /** Vectors of columns that a thread has. */
  readonly vectors: number;
}

/** Runs a kernel whose workgroups have tiles of y: the body writes that of `batch` at row `top0` and column `left`. */
function runMasked(
  machine: Machine,
  name: string,
  inputs: readonly Operand[],
  y: Operand,
  body: (parts: Parts) => string,
): boolean {
  const batch = y.shape.slice(0, -2);
  const [n, m] = y.shape.slice(-2) as [number, number];
  const tiles = new Tiles(acrossFor(machine, n, m));
  const vectors = name === "scoresWhere" ? 1 : tiles.vectors(m);
  const grid = tiles.grid(m, vectors, n, numelOf(batch));
  const places = placesIn(batch, inputs);
  const walk = walkOf(batch, places);
  const [a, b, mask] = inputs.map(({ shape, strides }) => {
    const [rows, columns] = shape.slice(-2) as [number, number];
    const [rowStep, columnStep] = strides.slice(-2) as [number, number];
    return { rows, columns, rowStep, columnStep };
  });
  const sizes = namedWords({ n, m, start: y.offset }, 3);
  const words = [a!, b!, mask!].map((matrix, i) => namedWords(matrix, 6 + 4 * i));
  const own = [...grid, ...sizes.words, ...words.flatMap((matrix) => matrix.words)];
  const all = [...own, ...wordsOf(walk, places)];
  if (y.dtype !== "float32" || all.length > mostWords) return false;
  machine.run({
    name,
    variant: `${walk.sizes.length} ${tiles.side} ${vectors}`,
    reads: inputs,
    writes: [y],
    words: all,
    groups: tiles.groups(machine, grid),
    source(buffers) {
      const [left, right] = ["a", "b"].map((role, i): Matrix => {
        return { name: role, buffer: buffers[i]!, ...words[i]!.u };
      }) as [Matrix, Matrix];
      const { rowStep, columnStep } = words[2]!.u;
      const pairs = [0, 1, 2, 3].map((c) => `${buffers[2]}[at + ${c}u * ${columnStep}]`);
      return `${readers(left)}
${readers(right)}
var<private> maskAt: u32;
fn allowed4(i: u32, j: u32) -> vec4<bool> {
  let at = maskAt + i * ${rowStep} + j * ${columnStep};
  return vec4(${pairs.join(", ")}) != vec4(0u);
}
${writer("put", buffers.at(-1)!, sizes.u.start, sizes.u.n, sizes.u.m)}
${tiles.shared}
${tiles.main}
${tiles.placed(0, vectors)}
${findPlaces(walk, own.length, "batch")}
  aAt = at0;
  bAt = at1;
  maskAt = at2;
  let row = top0 + y * 4u;
${body({ a: left, b: right, tiles, vectors })}
}`;
    },
  });
  return true;
}
