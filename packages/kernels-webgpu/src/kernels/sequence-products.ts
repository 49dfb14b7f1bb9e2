import type { Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { Parameters } from "../wgsl.ts";
import { runGatheredProduct, tileColumns, tileRows, tilesOf } from "./gathered-product.ts";
import type { Pass } from "./sequence-cells.ts";

/** Which products are wanted. */
interface Wanted {
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
  { du, lengths, reverse, weight, ...pass }: Pass,
  { step, dWeight, dBias }: Wanted,
): void {
  const [states, first, dFirst] = [pass.states[0]!, pass.first[0]!, pass.dFirst[0]!];
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
  const reads = [du, weight, states, first];
  const writes = [dFirst, ...(dWeight && dBias ? [dWeight, dBias] : [])];
  const lies = ({ offset, strides }: Operand) => ({
    start: parameters.whole(offset),
    steps: strides.map((stride) => parameters.whole(stride)),
  });
  const [atDu, atWeight, atStates, atFirst] = [lies(du), lies(weight), lies(states), lies(first)];
  const atLengths = lengths && parameters.place(lengths);
  const places = writes.map((operand) => parameters.place(operand));
  const groups = machine.plane(stateTiles + weightTiles);
  const groupsAcross = parameters.whole(groups[0]);
  runGatheredProduct(machine, {
    name: "recurrent products",
    variant: `${lengths !== undefined} ${dWeight !== undefined}`,
    reads: lengths ? [...reads, lengths] : reads,
    writes,
    words: parameters.words,
    groups,
    totals: dWeight !== undefined,
    source: (buffers) => {
      const out = reads.length + Number(lengths !== undefined);
      const end = atLengths ? `min(u32(max(0, ${buffers[4]}[${atLengths("row")}])), ${length})` : length;
      const written = (k: number, ...at: string[]): string => `${buffers[out + k]}[${places[k]!(...at)}]`;
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
// The offsets of a row, a column and a term.
fn rowOf(tile: Tile, row: u32) -> vec4<i32> {
  let place = select(row * ${atDu.steps[2]}, row * ${atDu.steps[1]} + ${at} * ${atDu.steps[0]}, tile.part == 0);
  return vec4(i32(place), 0, 0, 0);
}
fn columnOf(tile: Tile, j: u32) -> vec4<i32> {
  return vec4<i32>(vec4(j * ${atStates.steps[2]}, j * ${atFirst.steps[1]}, j * ${atWeight.steps[1]}, 0));
}
fn countTo(tile: Tile, i: u32) -> vec3<u32> {
  return select(vec3(i % ${rows}, i / ${rows}, 0), vec3(i, 0, 0), tile.part == 0);
}
fn countOn(tile: Tile, count: vec3<u32>) -> vec3<u32> {
  let wraps = tile.part == 1 && count.x + 1 == ${rows};
  return select(count + vec3(1, 0, 0), vec3(0, count.y + 1, 0), wraps);
}
// A term of part 0 is a gate. Of part 1 it is a row of the batch at a step in time. z selects the right operand: the state
// before the step (0), the first one (1), U (2), or nothing.
fn termOf(tile: Tile, count: vec3<u32>) -> vec4<i32> {
  if (tile.part == 0) {
    return vec4<i32>(vec4(count.x * ${atDu.steps[2]}, count.x * ${atWeight.steps[0]}, 2, 0));
  }
  let row = count.x;
  let t = count.y;
  let end = ${end};
  let left = row * ${atDu.steps[1]} + t * ${atDu.steps[0]};
  if (t >= end) { return vec4(i32(left), 0, 3, 0); }
  if (t == select(0, end - 1, ${backwards} == 1)) { return vec4<i32>(vec4(left, row * ${atFirst.steps[0]}, 1, 0)); }
  let source = select(t - 1, t + 1, ${backwards} == 1);
  return vec4<i32>(vec4(left, source * ${atStates.steps[0]} + row * ${atStates.steps[1]}, 0, 0));
}
fn leftAt(tile: Tile, row: vec4<i32>, term: vec4<i32>) -> f32 {
  return ${buffers[0]}[${atDu.start} + u32(row.x + term.x)];
}
fn rightAt(tile: Tile, term: vec4<i32>, column: vec4<i32>) -> f32 {
  switch (term.z) {
    case 0: { return ${buffers[2]}[${atStates.start} + u32(term.y + column.x)]; }
    case 1: { return ${buffers[3]}[${atFirst.start} + u32(term.y + column.y)]; }
    case 2: { return ${buffers[1]}[${atWeight.start} + u32(term.y + column.z)]; }
    default: { return 0; }
  }
}
fn put(tile: Tile, row: u32, column: u32, sum: f32) {
  if (tile.part == 0) { ${written(0, "row", "column")} += sum; return; }
  ${dWeight ? `${written(1, "row", "column")} = sum;` : ""}
}
fn putTotal(tile: Tile, row: u32, total: f32) {
  ${dWeight ? `if (tile.part == 1) { ${written(2, "row")} = total; }` : ""}
}`;
    },
  });
}
