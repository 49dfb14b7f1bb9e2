import {
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
  type SequenceAttrs,
} from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { Parameters, windowOn } from "../wgsl.ts";
import { withPacked } from "./moving.ts";
import { sequenceBackward } from "./sequence-backward.ts";
import {
  type Cell,
  gruCell,
  lstmCell,
  mostHidden,
  mostUnits,
  ofRow,
  rowsOf,
  rowsType,
  type Sequence,
  taking,
  threadsOf,
} from "./sequence-cells.ts";

/** GRU and LSTM over a sequence. */
export function sequenceKernels(machine: Machine): KernelTable {
  return {
    gruSequence: sequenceForward(machine, gruCell),
    gruSequenceBackward: sequenceBackward(machine, gruCell),
    lstmSequence: sequenceForward(machine, lstmCell),
    lstmSequenceBackward: sequenceBackward(machine, lstmCell),
  };
}

/** A recurrent layer over a sequence: the rows of a batch go through all steps by themselves. */
function sequenceForward(machine: Machine, cell: Cell): Kernel<SequenceAttrs> {
  const { parts } = cell;
  return (inputs, outputs, { reverse }) => {
    const [x, ...rest] = inputs as readonly [Operand, ...Operand[]];
    if (x.dtype !== "float32" || numelOf(x.shape) === 0) return false;
    const [weight, bias, lengths] = rest.slice(parts) as [Operand, Operand, Operand | undefined];
    const first = rest.slice(0, parts);
    const [states, last] = [outputs.slice(0, parts), outputs.slice(parts, 2 * parts)];
    const sequence = {
      cell,
      reverse,
      x,
      first,
      weight,
      bias,
      lengths,
      states,
      last,
      kept: outputs[2 * parts]!,
    };
    const [steps, batch, hidden] = states[0]!.shape as [number, number, number];
    const small = [...first, bias, ...(lengths ? [lengths] : [])];
    const repacked = ([own, ...more]: readonly Operand[]): Sequence => ({
      ...sequence,
      weight: own!,
      first: more.slice(0, parts),
      bias: more[parts]!,
      lengths: more[parts + 1],
    });
    if (steps === 1 && parts === 1) {
      oneStep(machine, sequence, 0, first, last);
    } else if (steps === 1 || hidden > mostHidden) {
      withPacked(machine, small, 2 * parts * batch * hidden, (packed, rest) => {
        const own = repacked([weight, ...packed]);
        /** The state between steps lies in two places in turn. */
        const between = (i: number): readonly Operand[] =>
          own.first.map(({ shape, strides }, p) =>
            windowOn(rest, shape, strides, rest.offset + ((i % 2) * parts + p) * batch * hidden),
          );
        for (let i = 0; i < steps; i++)
          oneStep(machine, own, i, i === 0 ? own.first : between(i - 1), i === steps - 1 ? last : between(i));
      });
    } else {
      // Neighboring threads look for neighbors in a row of Uᵀ.
      const turned = windowOn(weight, [...weight.shape].reverse(), [...weight.strides].reverse());
      withPacked(machine, [turned, ...small], 0, (packed) => allSteps(machine, repacked(packed)));
    }
    return true;
  };
}

/** One step: a thread computes a unit of four rows, which share its reads of U. */
function oneStep(
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
      const beforeAt = reads.length - before.length;
      const afterAt = reads.length + cell.parts;
      const cellState = cell.parts === 2 ? `${buffers[beforeAt + 1]}[${atBefore[1]!("row", "j")}]` : "0";
      return `${source(buffers)}
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

/** The whole sequence in one dispatch: a workgroup goes through all steps of some rows, whose states it holds. */
function allSteps(machine: Machine, sequence: Sequence): void {
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
    groups: machine.plane(Math.ceil(batch / rows)),
    source: (buffers) => {
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
  var now = 0u; // where the states before a step lie; those after it are written after them, or before
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
      return `${source(buffers)}
var<workgroup> h: array<${type}, ${2 * half}>;
${main}`;
    },
  });
}
