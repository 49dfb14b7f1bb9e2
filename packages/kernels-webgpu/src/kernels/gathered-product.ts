import type { Machine } from "../machine.ts";
import type { Launch } from "../wgsl.ts";

/** A thread sums a block of 8 × 4 results in registers; 4 × 16 threads are a workgroup. */
const [rows, columns] = [8, 4];
const [down, across] = [4, 16];

/** The results of a workgroup. */
export const [tileRows, tileColumns] = [rows * down, columns * across];

/** How many workgroups a matrix of results takes. */
export function tilesOf(height: number, width: number): number {
  return Math.ceil(height / tileRows) * Math.ceil(width / tileColumns);
}

/** A product of two virtual matrices: each of their elements is looked up when it is read. */
interface GatheredProduct extends Omit<Launch, "threads"> {
  /**
   * WGSL of the functions that look up elements. Values that only depend on a row, a column or a term are passed as a
   * vec4<i32>:
   *
   * - `tileOf(group: vec3<u32>) -> Tile`: which results a workgroup computes
   * - `rowOf`, `columnOf(tile: Tile, i: u32) -> vec4<i32>`
   * - `countTo(tile: Tile, i: u32)`, `countOn(tile: Tile, count: vec3<u32>) -> vec3<u32>`: the numbers that count terms, at
   *   term i, and at the next
   * - `termOf(tile: Tile, count: vec3<u32>) -> vec4<i32>`
   * - `leftAt(tile: Tile, row: vec4<i32>, term: vec4<i32>) -> f32`
   * - `rightAt(tile: Tile, term: vec4<i32>, column: vec4<i32>) -> f32`
   * - `put(tile: Tile, row: u32, column: u32, sum: f32)`
   * - `putTotal(tile: Tile, row: u32, total: f32)`, the sum of a row of the left matrix, if `totals`
   */
  readonly source: Launch["source"];
  readonly totals?: boolean;
  /** Whether sums have many terms: then what rounding loses is kept. */
  readonly isLong?: boolean;
}

/** Runs a product that gathers its operands. Nothing is shared between threads: caches do that. Sums have one order. */
export function runGatheredProduct(machine: Machine, product: GatheredProduct): void {
  const { totals = false, isLong = false, source, ...launch } = product;
  machine.run({
    ...launch,
    variant: `${launch.variant} ${isLong}`,
    source: (buffers) => `${tile}\n${source(buffers)}\n${blocks(totals, isLong)}`,
  });
}

const tile = `struct Tile {
  top: u32, start: u32, // its first row and column
  rows: u32, columns: u32, // of the whole product
  begin: u32, end: u32, // the terms of its sums
  part: u32, // for those who look up: which of several products, or which part of the terms
}`;

const each = (count: number, make: (i: number) => string, joined = "\n"): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(joined);

// Adds a short sum to the long one, and begins another.
const keep = (r: number): string =>
  `  { let s = keptSums(long${r}, low${r}, sum${r}); long${r} = s[0]; low${r} = s[1]; sum${r} = vec4<f32>(); }`;

// Neighboring threads have neighboring columns. Those beyond the last row or column do the last one's work again.
const blocks = (totals: boolean, isLong: boolean): string => `
@compute @workgroup_size(${down * across})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let tile = tileOf(group);
  let x = tile.start + lane % ${across};
  let y = tile.top + lane / ${across};
  if (x >= tile.columns || y >= tile.rows) { return; }
${each(rows, (r) => `  let row${r} = rowOf(tile, min(y + ${r * down}, tile.rows - 1));\n  var total${r} = 0f;`)}
${each(columns, (c) => `  let column${c} = columnOf(tile, min(x + ${c * across}, tile.columns - 1));`)}
${each(rows, (k) => `  var sum${k} = vec4<f32>();${isLong ? ` var long${k} = vec4<f32>(); var low${k} = vec4<f32>();` : ""}`)}
  var count = countTo(tile, tile.begin);
  for (var i = tile.begin; i < tile.end; i++) {
    let term = termOf(tile, count);
    let right = vec4(${each(columns, (c) => `rightAt(tile, term, column${c})`, ", ")});
${each(rows, (r) => `    let left${r} = leftAt(tile, row${r}, term);`)}
${each(rows, (r) => `    sum${r} += left${r} * right;${totals ? ` total${r} += left${r};` : ""}`)}
    count = countOn(tile, count);
${
  isLong
    ? `    if (i % 16 == 15) {
${each(rows, keep)}
    }`
    : ""
}
  }
${
  isLong
    ? each(
        rows,
        (r) => `${keep(r)}
  sum${r} = long${r} + low${r};`,
      )
    : ""
}
  let sums = array(${each(rows, (k) => `sum${k}`, ", ")});
  let totals = array(${each(rows, (r) => `total${r}`, ", ")});
  for (var r = 0u; r < ${rows}; r++) {
    let row = y + r * ${down};
    if (row >= tile.rows) { return; }
    for (var c = 0u; c < ${columns}; c++) {
      let column = x + c * ${across};
      if (column < tile.columns) { put(tile, row, column, sums[r][c]); }
    }
    ${totals ? "if (x == 0) { putTotal(tile, row, totals[r]); }" : ""}
  }
}`;
