import type { Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { calledIn } from "./functions.ts";
import { Parameters } from "./parameters.ts";
import { type Sequence, taking } from "./sequence-parts.ts";

/** One step: U h in tiles of 16 rows and 16 units, then the gates. */
export function oneStep(
  machine: Machine,
  whole: Sequence,
  i: number,
  before: readonly Operand[],
  after: readonly Operand[],
): void {
  const sequence: Sequence = { ...whole, first: before, last: after };
  const { cell, reverse, weight, bias, states } = sequence;
  const [steps, batch, width] = states[0]!.shape as [number, number, number];
  const parameters = new Parameters();
  const { reads, writes, hidden, gates, gate, source, variant } = taking(sequence, parameters);
  const t = parameters.whole(reverse ? steps - 1 - i : i);
  const count = parameters.whole(batch);
  const [atWeight, atBias] = [parameters.place(weight), parameters.place(bias)];
  const atBefore = before.map((part) => parameters.place(part));
  const atAfter = after.map((part) => parameters.place(part));
  machine.run({
    name: `recurrent step ${cell.gates}`,
    variant,
    reads,
    writes,
    words: parameters.words,
    groups: [Math.ceil(width / 16), Math.ceil(batch / 16), 1],
    source: (buffers) => {
      const lookup = source(buffers);
      const beforeAt = reads.length - before.length;
      const afterAt = reads.length + cell.parts;
      const cellState = cell.parts === 2 ? `${buffers[beforeAt + 1]}[${atBefore[1]!("row", "j")}]` : "0";
      return `${calledIn(lookup)}\n${lookup}
var<workgroup> h: array<array<f32, 17>, 16>;
var<workgroup> w: array<array<array<f32, 17>, 16>, ${cell.gates}>;
@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let hidden = ${hidden};
  let row = group.y * 16 + local.y;
  let j = group.x * 16 + local.x;
  var u = Gates();
  for (var deep = 0u; deep < hidden; deep += 16) {
    let k = deep + local.x;
    h[local.y][local.x] = 0;
    if (row < ${count} && k < hidden) { h[local.y][local.x] = ${buffers[beforeAt]}[${atBefore[0]!("row", "k")}]; }
    // Here a thread reads for the unit of its row of threads, so that neighbours read neighbours.
    let unit = group.x * 16 + local.y;
    let isInside = unit < hidden && k < hidden;
${gates
  .map(
    (g) => `    w[${g}][local.y][local.x] = 0;
    if (isInside) { w[${g}][local.y][local.x] = ${buffers[1]}[${atWeight(`unit + ${g} * hidden`, "k")}]; }`,
  )
  .join("\n")}
    workgroupBarrier();
    for (var q = 0u; q < 16; q++) {
      u += h[local.y][q] * Gates(${gates.map((g) => `w[${g}][local.x][q]`)});
    }
    workgroupBarrier();
  }
  if (row >= ${count} || j >= hidden) { return; }
  u += Gates(${gates.map((g) => `${buffers[2]}[${atBias(gate(g))}]`)});
  let after = take(${t}, row, j, u, vec2(${buffers[beforeAt]}[${atBefore[0]!("row", "j")}], ${cellState}));
  ${buffers[afterAt]}[${atAfter[0]!("row", "j")}] = after.x;
  ${cell.parts === 2 ? `${buffers[afterAt + 1]}[${atAfter[1]!("row", "j")}] = after.y;` : ""}
}`;
    },
  });
}
