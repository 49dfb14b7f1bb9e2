import type { Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { calledIn } from "./functions.ts";
import { Parameters } from "./parameters.ts";
import { type Sequence, taking } from "./sequence-parts.ts";

/** One step: a thread computes a unit of four rows, which share its reads of U. */
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
    groups: [Math.ceil(width / 8), Math.ceil(batch / 32), 1],
    source: (buffers) => {
      const lookup = source(buffers);
      const beforeAt = reads.length - before.length;
      const afterAt = reads.length + cell.parts;
      const cellState = cell.parts === 2 ? `${buffers[beforeAt + 1]}[${atBefore[1]!("row", "j")}]` : "0";
      return `${calledIn(lookup)}\n${lookup}
@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let hidden = ${hidden};
  let j = group.x * 8 + lane % 8;
  let top = group.y * 32 + lane / 8;
  if (j >= hidden || top >= ${count}) { return; }
  // Rows beyond the last do its work again.
  let rows = min(vec4(top, top + 8, top + 16, top + 24), vec4(${count} - 1));
${gates.map((g) => `  var u${g} = vec4(${buffers[2]}[${atBias(gate(g))}]);`).join("\n")}
  for (var k = 0u; k < hidden; k++) {
    let h = vec4(${[0, 1, 2, 3].map((r) => `${buffers[beforeAt]}[${atBefore[0]!(`rows[${r}]`, "k")}]`)});
${gates.map((g) => `    u${g} += ${buffers[1]}[${atWeight(gate(g), "k")}] * h;`).join("\n")}
  }
  for (var r = 0u; r < 4; r++) {
    let row = top + r * 8;
    if (row >= ${count}) { return; }
    let before = vec2(${buffers[beforeAt]}[${atBefore[0]!("row", "j")}], ${cellState});
    let after = take(${t}, row, j, Gates(${gates.map((g) => `u${g}[r]`)}), before);
    ${buffers[afterAt]}[${atAfter[0]!("row", "j")}] = after.x;
    ${cell.parts === 2 ? `${buffers[afterAt + 1]}[${atAfter[1]!("row", "j")}] = after.y;` : ""}
  }
}`;
    },
  });
}
