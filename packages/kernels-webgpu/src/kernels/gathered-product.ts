import type { Launch, Machine } from "../machine.ts";
import { calledIn } from "./functions.ts";

/** The rows and columns of a tile of results, which a workgroup computes: four teams of 8 × 8 threads. */
export const side = 32;

/** Terms of a sum that are read at once: eight for each team. */
const depth = 32;
/** Rows of what is read begin in different banks of memory. */
const pitch = side + 1;

/** A product of two matrices that stand nowhere: each of their elements is looked up when it is read. */
export interface GatheredProduct extends Omit<Launch, "threads"> {
  /**
   * WGSL of the functions that look up elements. What is computed of a row, a column or a step of the sum alone is computed
   * once, and handed over as a vec4<i32>:
   *
   * - `tileOf(group: vec3<u32>) -> Tile`: which tile a workgroup computes
   * - `rowOf`, `columnOf`, `stepOf(tile: Tile, i: u32) -> vec4<i32>`
   * - `leftAt(tile: Tile, row: vec4<i32>, step: vec4<i32>) -> f32`
   * - `rightAt(tile: Tile, step: vec4<i32>, column: vec4<i32>) -> f32`
   * - `put(tile: Tile, row: u32, column: u32, sum: f32)`
   * - `putTotal(tile: Tile, row: u32, total: f32)`, the sum of a row of the left matrix, if `totals`
   */
  readonly source: Launch["source"];
  readonly totals?: boolean;
}

/** Runs a product that gathers its operands. Sums have one order, whatever the GPU. */
export function runGatheredProduct(machine: Machine, product: GatheredProduct): void {
  const { totals = false, source, ...launch } = product;
  machine.run({
    ...launch,
    source(buffers) {
      const lookups = source(buffers);
      const kernel = tiles(totals);
      return `${calledIn(lookups)}\n${tile}\n${lookups}\n${kernel}`;
    },
  });
}

const tile = `struct Tile {
  top: u32, start: u32, // its first row and column
  rows: u32, columns: u32, // of the whole product
  from: u32, to: u32, // the steps of the sum
  part: u32, // for those who look up: which of several products, or which share of the steps
  // Whether neighbouring threads read neighbours in the sum, or neighbouring rows and columns: what lies side by side.
  leftAlongSum: bool, rightAlongSum: bool,
}`;

const four = [0, 1, 2, 3] as const;
const lines = (make: (i: number) => string): string => four.map(make).join("\n");

// Each team adds up its eight of 32 terms; at the end the teams hand over their sums. A long sum of few results
// so has four times the threads.
const tiles = (totals: boolean): string => `
var<workgroup> left: array<f32, ${depth * pitch}>;
var<workgroup> right: array<f32, ${depth * pitch}>;
var<workgroup> rowsAt: array<vec4<i32>, ${side}>;
var<workgroup> columnsAt: array<vec4<i32>, ${side}>;
var<workgroup> stepsAt: array<vec4<i32>, ${2 * depth}>;
var<workgroup> handed: array<vec4<f32>, ${64 * (totals ? 5 : 4)}>;
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let tile = tileOf(group);
  if (lane < ${side}u) {
    rowsAt[lane] = rowOf(tile, tile.top + lane);
    columnsAt[lane] = columnOf(tile, tile.start + lane);
    stepsAt[lane] = stepOf(tile, tile.from + lane);
  }
  workgroupBarrier();
  let team = lane / 64;
  let x = lane % 8 * 4;
  let y = lane / 8 % 8 * 4;
${lines((r) => `  var sum${r} = vec4<f32>();`)}
  var total = vec4<f32>();
  var half = 0u;
  for (var deep = tile.from; deep < tile.to; deep += ${depth}u) {
    for (var e = 0u; e < 4; e++) {
      let near = lane % 32;
      let far = lane / 32 + e * 8;
      let l = select(vec2(near, far), vec2(far, near), tile.leftAlongSum);
      let r = select(vec2(near, far), vec2(far, near), tile.rightAlongSum);
      var a = 0f;
      var b = 0f;
      if (tile.top + l.x < tile.rows && deep + l.y < tile.to) { a = leftAt(tile, rowsAt[l.x], stepsAt[half + l.y]); }
      if (tile.start + r.x < tile.columns && deep + r.y < tile.to) { b = rightAt(tile, stepsAt[half + r.y], columnsAt[r.x]); }
      left[l.y * ${pitch} + l.x] = a;
      right[r.y * ${pitch} + r.x] = b;
    }
    half = ${depth} - half;
    if (lane < ${depth}) { stepsAt[half + lane] = stepOf(tile, deep + ${depth} + lane); }
    workgroupBarrier();
    for (var p = team * 8; p < team * 8 + 8; p++) {
      let a = p * ${pitch} + y;
      let b = p * ${pitch} + x;
      let row = vec4(right[b], right[b + 1], right[b + 2], right[b + 3]);
${lines((r) => `      let l${r} = left[a + ${r}]; sum${r} += l${r} * row;`)}
${totals ? "      total += vec4(l0, l1, l2, l3);" : ""}
    }
    workgroupBarrier();
  }
  for (var giver = 1u; giver < 4; giver++) {
    let at = lane % 64;
    if (team == giver) {
${lines((r) => `      handed[${64 * r} + at] = sum${r};`)}
${totals ? "      handed[256 + at] = total;" : ""}
    }
    workgroupBarrier();
    if (team == 0) {
${lines((r) => `      sum${r} += handed[${64 * r} + at];`)}
${totals ? "      total += handed[256 + at];" : ""}
    }
    workgroupBarrier();
  }
  if (team > 0) { return; }
  for (var c = 0u; c < 4; c++) {
    let column = tile.start + x + c;
    if (column >= tile.columns) { break; }
    let row = tile.top + y;
${lines((r) => `    if (row + ${r} < tile.rows) { put(tile, row + ${r}, column, sum${r}[c]); }`)}
  }
${totals ? `  if (tile.start == 0 && x == 0) {\n${lines((r) => `    if (tile.top + y + ${r} < tile.rows) { putTotal(tile, tile.top + y + ${r}, total[${r}]); }`)}\n  }` : ""}
}`;
