import type { Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { groupsOf, runGatheredProduct, tileColumns, tileRows, tilesOf } from "./gathered-product.ts";
import { Parameters } from "./parameters.ts";

/** What the products of a sequence's gradient read, and where what u's gradients bring the state before is added. */
export interface Products {
  /** (T, B, G H) */
  readonly du: Operand;
  /** The states after all steps, (T, B, H), and before the first, (B, H). */
  readonly states: Operand;
  readonly first: Operand;
  readonly lengths: Operand | undefined;
  readonly reverse: boolean;
  /** U, (G H, H). */
  readonly weight: Operand;
  /** (B, H) */
  readonly dFirst: Operand;
}

/** Which of them are wanted. */
export interface Wanted {
  /** The step at which the state's gradient gets duₜ U, or none. */
  readonly step?: number;
  /** duᵀ h, of the states before each step, and the sums of du. */
  readonly dWeight?: Operand;
  readonly dBias?: Operand;
}

/**
 * dh += duₜ U for a step, and dU = Σ duᵀ h and dc = Σ du over all steps and rows, in one dispatch: the first workgroups
 * compute the one, the others the other.
 */
export function runSequenceProducts(
  machine: Machine,
  { du, states, first, lengths, reverse, weight, dFirst }: Products,
  { step, dWeight, dBias }: Wanted,
): void {
  const [steps, batch, hidden] = states.shape as [number, number, number];
  const width = weight.shape[0]!;
  const [stateTiles, weightTiles] = [
    step === undefined ? 0 : tilesOf(batch, hidden),
    dWeight ? tilesOf(width, hidden) : 0,
  ];
  const parameters = new Parameters();
  const [before, all, rows, units, gates, at, backwards] = [
    ...[stateTiles, stateTiles + weightTiles],
    ...[batch, hidden, width, step ?? 0, Number(reverse)],
  ].map((word) => parameters.whole(word)) as [string, string, string, string, string, string, string];
  const total = parameters.whole(steps * batch);
  const length = parameters.whole(steps);
  const reads = [du, weight, states, first, ...(lengths ? [lengths] : [])];
  const writes = [dFirst, ...(dWeight && dBias ? [dWeight, dBias] : [])];
  const places = [...reads, ...writes].map((operand) => parameters.place(operand));
  const groups = groupsOf(machine, stateTiles + weightTiles);
  const groupsAcross = parameters.whole(groups[0]);
  runGatheredProduct(machine, {
    name: "recurrent products",
    variant: `${lengths !== undefined} ${dWeight !== undefined}`,
    reads,
    writes,
    words: parameters.words,
    groups,
    totals: dWeight !== undefined,
    source: (buffers) => {
      const element = (operand: number, ...place: string[]): string =>
        `${buffers[operand]}[${places[operand]!(...place)}]`;
      const out = reads.length;
      const end = lengths ? `min(u32(max(0, ${element(4, "row")})), ${length})` : length;
      return `// Part 0 is dh += du U: rows of the batch, units; part 1 is dU: gates, units.
fn tileOf(group: vec3<u32>) -> Tile {
  let across = (${units} + ${tileColumns - 1}) / ${tileColumns};
  var g = group.x + group.y * ${groupsAcross};
  if (g >= ${all}) { return Tile(); }
  let isState = g < ${before};
  g -= select(${before}, 0, isState);
  let part = select(1u, 0, isState);
  let rows = select(${gates}, ${rows}, isState);
  let terms = select(${total}, ${gates}, isState);
  return Tile(g / across * ${tileRows}, g % across * ${tileColumns}, rows, ${units}, 0, terms, part);
}
fn rowOf(tile: Tile, row: u32) -> vec4<i32> { return vec4(i32(row), 0, 0, 0); }
fn columnOf(tile: Tile, column: u32) -> vec4<i32> { return vec4(i32(column), 0, 0, 0); }
// A term of part 0 is a gate. Of part 1 it is a row of the batch at a step in time, with where the state before it lies:
// −1 for the first state, −2 for none.
fn countTo(tile: Tile, i: u32) -> vec3<u32> {
  return select(vec3(i % ${rows}, i / ${rows}, 0), vec3(i, 0, 0), tile.part == 0);
}
fn countOn(tile: Tile, count: vec3<u32>) -> vec3<u32> {
  let wraps = tile.part == 1 && count.x + 1 == ${rows};
  return select(count + vec3(1, 0, 0), vec3(0, count.y + 1, 0), wraps);
}
fn termOf(tile: Tile, count: vec3<u32>) -> vec4<i32> {
  if (tile.part == 0) { return vec4(i32(count.x), 0, 0, 0); }
  let row = count.x;
  let t = count.y;
  let end = ${end};
  var source = i32(t) + select(-1, 1, ${backwards} == 1);
  if (t == select(0, end - 1, ${backwards} == 1)) { source = -1; }
  if (t >= end) { source = -2; }
  return vec4(i32(row), i32(t), source, 0);
}
fn leftAt(tile: Tile, row: vec4<i32>, term: vec4<i32>) -> f32 {
  let b = u32(select(term.x, row.x, tile.part == 0));
  let gate = u32(select(row.x, term.x, tile.part == 0));
  let t = select(u32(term.y), ${at}, tile.part == 0);
  return ${element(0, "t", "b", "gate")};
}
fn rightAt(tile: Tile, term: vec4<i32>, column: vec4<i32>) -> f32 {
  let j = u32(column.x);
  if (tile.part == 0) { let gate = u32(term.x); return ${element(1, "gate", "j")}; }
  let row = u32(term.x);
  if (term.z >= 0) { let t = u32(term.z); return ${element(2, "t", "row", "j")}; }
  if (term.z == -1) { return ${element(3, "row", "j")}; }
  return 0;
}
fn put(tile: Tile, row: u32, column: u32, sum: f32) {
  if (tile.part == 0) { ${element(out, "row", "column")} += sum; return; }
  ${dWeight ? `${element(out + 1, "row", "column")} = sum;` : ""}
}
fn putTotal(tile: Tile, row: u32, total: f32) {
  ${dWeight ? `if (tile.part == 1) { ${element(out + 2, "row")} = total; }` : ""}
}`;
    },
  });
}
