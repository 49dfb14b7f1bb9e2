import type { Launch, Machine } from "../machine.ts";
import { calledIn } from "./functions.ts";

/** The rows and columns of a tile of results, which a workgroup computes: two teams of 8 × 8 threads. */
export const side = 32;

/** So many workgroups, in rows if one dim does not take them. */
export function groupsOf(machine: Machine, count: number): readonly [number, number, number] {
  const across = Math.min(count, machine.mostGroups);
  return [across, Math.ceil(count / across), 1];
}

/** Terms of a sum that are read at once: half of them for each team. */
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
  begin: u32, end: u32, // the steps of the sum
  part: u32, // for those who look up: which of several products, or which share of the steps
  // Whether neighbouring threads read neighbours in the sum, or neighbouring rows and columns: what lies side by side.
  leftAlongSum: bool, rightAlongSum: bool,
}`;

const four = [0, 1, 2, 3] as const;
const lines = (make: (i: number) => string): string => four.map(make).join("\n");

// Each team adds up its half of the terms that were read; at the end the second hands over its sums. Few results of long
// sums keep twice the threads busy.
const tiles = (totals: boolean): string => `
var<workgroup> left: array<f32, ${depth * pitch}>;
var<workgroup> right: array<f32, ${depth * pitch}>;
var<workgroup> rowsAt: array<vec4<i32>, ${side}>;
var<workgroup> columnsAt: array<vec4<i32>, ${side}>;
var<workgroup> stepsAt: array<vec4<i32>, ${depth}>;
var<workgroup> handed: array<array<vec4<f32>, 5>, 64>;
@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let tile = tileOf(group);
  if (lane < ${side}u) {
    rowsAt[lane] = rowOf(tile, tile.top + lane);
    columnsAt[lane] = columnOf(tile, tile.start + lane);
  }
  let team = lane / 64;
  let x = lane % 8 * 4;
  let y = lane / 8 % 8 * 4;
${lines((r) => `  var sum${r} = vec4<f32>();`)}
  var total = vec4<f32>();
  for (var deep = tile.begin; deep < tile.end; deep += ${depth}u) {
    if (lane < ${depth}) { stepsAt[lane] = stepOf(tile, deep + lane); }
    workgroupBarrier();
    for (var e = 0u; e < 8; e++) {
      let near = lane % 32;
      let far = lane / 32 + e * 4;
      let l = select(vec2(near, far), vec2(far, near), tile.leftAlongSum);
      let r = select(vec2(near, far), vec2(far, near), tile.rightAlongSum);
      var a = 0f;
      var b = 0f;
      if (tile.top + l.x < tile.rows && deep + l.y < tile.end) { a = leftAt(tile, rowsAt[l.x], stepsAt[l.y]); }
      if (tile.start + r.x < tile.columns && deep + r.y < tile.end) { b = rightAt(tile, stepsAt[r.y], columnsAt[r.x]); }
      left[l.y * ${pitch} + l.x] = a;
      right[r.y * ${pitch} + r.x] = b;
    }
    workgroupBarrier();
    let end = min((team + 1) * ${depth / 2}, tile.end - deep);
    for (var p = team * ${depth / 2}; p < end; p++) {
      let a = p * ${pitch} + y;
      let b = p * ${pitch} + x;
      let row = vec4(right[b], right[b + 1], right[b + 2], right[b + 3]);
${lines((r) => `      let l${r} = left[a + ${r}]; sum${r} += l${r} * row;`)}
${totals ? "      total += vec4(l0, l1, l2, l3);" : ""}
    }
  }
  var sums = array(sum0, sum1, sum2, sum3, total);
  if (team == 1) { handed[lane - 64] = sums; }
  workgroupBarrier();
  if (team == 1) { return; }
  for (var r = 0u; r < 4; r++) {
    let row = tile.top + y + r;
    if (row >= tile.rows) { return; }
    for (var c = 0u; c < 4; c++) {
      let column = tile.start + x + c;
      if (column < tile.columns) { put(tile, row, column, sums[r][c] + handed[lane][r][c]); }
    }
    ${totals ? "if (tile.start == 0 && x == 0) { putTotal(tile, row, sums[4][r] + handed[lane][4][r]); }" : ""}
  }
}`;
