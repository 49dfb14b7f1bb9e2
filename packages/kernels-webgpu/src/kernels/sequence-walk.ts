import type { Machine } from "../machine.ts";
import { calledIn } from "./functions.ts";
import { groupsOf } from "./gathered-product.ts";
import { Parameters } from "./parameters.ts";
import { mostUnits, ofRow, rowsOf, rowsType, type Sequence, taking, threadsOf } from "./sequence-parts.ts";

/** The whole sequence in one dispatch: a workgroup goes through all steps of some rows, whose states it holds. */
export function allSteps(machine: Machine, sequence: Sequence): void {
  const { cell, reverse, first, weight, bias, states, last } = sequence;
  const [steps, batch, width] = states[0]!.shape as [number, number, number];
  const [rows, threads] = [rowsOf(batch, width), threadsOf(width)];
  const parameters = new Parameters();
  const { reads, writes, hidden, gates, gate, source, variant } = taking(sequence, parameters);
  const [length, count, backwards] = [steps, batch, Number(reverse)].map((n) => parameters.whole(n));
  const [atWeight, atBias] = [parameters.place(weight), parameters.place(bias)];
  const atFirst = first.map((part) => parameters.place(part));
  const atLast = last.map((part) => parameters.place(part));
  machine.run({
    name: `recurrent layer ${cell.gates}`,
    variant: `${variant} ${rows} ${threads}`,
    reads,
    writes,
    words: parameters.words,
    groups: groupsOf(machine, Math.ceil(batch / rows)),
    source: (buffers) => {
      const lookup = source(buffers);
      const firstAt = reads.length - first.length;
      const lastAt = reads.length + cell.parts;
      const [u, c] = [buffers[1], buffers[2]];
      const cellState = cell.parts === 2 ? `${buffers[lastAt + 1]}[${atLast[1]!("row", "j")}]` : "0";
      const [type, half] = [rowsType(rows), mostUnits / rows];
      const of = (name: string): string => ofRow(name, rows);
      const main = `@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let hidden = ${hidden};
  let top = (group.x + group.y * groups.x) * ${rows};
  if (top >= ${count}) { return; }
  let own = min(${rows}, ${count} - top);
  for (var j = lane; j < hidden; j += ${threads}) {
    var state = ${type}();
    for (var r = 0u; r < own; r++) {
      let row = top + r;
      ${of("state")} = ${buffers[firstAt]}[${atFirst[0]!("row", "j")}];
      ${cell.parts === 2 ? `${cellState} = ${buffers[firstAt + 1]}[${atFirst[1]!("row", "j")}];` : ""}
    }
    h[j] = state;
  }
  var now = 0u; // where the states before a step lie; those after it are written behind them, or before
  for (var i = 0u; i < ${length}; i++) {
    workgroupBarrier();
    let t = select(i, ${length} - 1 - i, ${backwards} == 1);
    for (var j = lane; j < hidden; j += ${threads}) {
${gates.map((g) => `      var u${g} = ${type}(${c}[${atBias(gate(g))}]);`).join("\n")}
      for (var k = 0u; k < hidden; k++) {
        let state = h[now + k];
${gates.map((g) => `        u${g} += ${u}[${atWeight("k", gate(g))}] * state;`).join("\n")}
      }
      var state = h[now + j];
      for (var r = 0u; r < own; r++) {
        let row = top + r;
        let after = take(t, row, j, Gates(${gates.map((g) => of(`u${g}`))}), vec2(${of("state")}, ${cellState}));
        ${of("state")} = after.x;
        ${cell.parts === 2 ? `${cellState} = after.y;` : ""}
      }
      h[${half} - now + j] = state;
    }
    now = ${half} - now;
  }
  for (var j = lane; j < hidden; j += ${threads}) {
    let state = h[now + j];
    for (var r = 0u; r < own; r++) { let row = top + r; ${buffers[lastAt]}[${atLast[0]!("row", "j")}] = ${of("state")}; }
  }
}`;
      return `${calledIn(lookup)}\n${lookup}
var<workgroup> h: array<${type}, ${2 * half}>;
${main}`;
    },
  });
}
