import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, mostWords } from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";
import { gridOf, placed, placesIn } from "./attention-call.ts";
import { calledIn } from "./functions.ts";
import { acrossFor, type Matrix, namedWords, none, readers, Tiles, writer } from "./tiles.ts";

// The two products of attention over the pairs that a mask allows, in tiles. A pair that it excludes counts for nothing,
// whatever its operands hold.

export function maskedProductKernels(machine: Machine): KernelTable {
  return {
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
  const grid = gridOf(m, vectors * tiles.side, Math.ceil(n / tiles.side), countOf(batch));
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
  if (countOf(y.shape) === 0) return true;
  machine.run({
    name,
    variant: `${walk.sizes.length} ${tiles.side} ${vectors}`,
    reads: inputs,
    writes: [y],
    words: all,
    groups: tiles.groups(machine, grid[0] * grid[1] * grid[2]),
    source(buffers) {
      const [left, right] = ["a", "b"].map((role, i): Matrix => {
        return { name: role, buffer: buffers[i]!, ...words[i]!.u };
      }) as [Matrix, Matrix];
      const { rowStep, columnStep } = words[2]!.u;
      const pairs = [0, 1, 2, 3].map((c) => `${buffers[2]}[at + ${c}u * ${columnStep}]`);
      const text = `${readers(left)}
${readers(right)}
var<private> maskAt: u32;
fn allowed4(i: u32, j: u32) -> vec4<bool> {
  let at = maskAt + i * ${rowStep} + j * ${columnStep};
  return vec4(${pairs.join(", ")}) != vec4(0u);
}
${writer("put", buffers.at(-1)!, sizes.u.start, sizes.u.n, sizes.u.m)}
${tiles.shared}
${tiles.main}
${placed(0, vectors * tiles.side, tiles.side)}
${findPlaces(walk, own.length, "batch")}
  aAt = at0;
  bAt = at1;
  maskAt = at2;
  let row = top0 + y * 4u;
${body({ a: left, b: right, tiles, vectors })}
}`;
      return `${calledIn(text)}\n${text}`;
    },
  });
  return true;
}
