import { type Kernel, numelOf, type Operand, type SequenceAttrs } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { Parameters, perElement, windowOn } from "../wgsl.ts";
import { withPacked } from "./moving.ts";
import {
  type Cell,
  mostHidden,
  mostUnits,
  ofRow,
  type Pass,
  rowsOf,
  rowsType,
  threadsOf,
} from "./sequence-cells.ts";
import { runSequenceProducts } from "./sequence-products.ts";

/**
 * The gradients of a sequence. The gates' derivatives do not depend on the gradients from later steps: they are computed for
 * all steps in parallel, into dx. The backward walk multiplies them by those gradients. The weights' gradients are a
 * product over all steps and rows.
 */
export function sequenceBackward(machine: Machine, cell: Cell): Kernel<SequenceAttrs> {
  const { gates, parts } = cell;
  return (inputs, outputs, { reverse }) => {
    const own = 3 * parts + 1;
    const [x, kept] = [inputs[own]!, inputs[own - 1]!];
    if (x.dtype !== "float32" || numelOf(x.shape) === 0) return false;
    const part = (from: number): readonly Operand[] => inputs.slice(from, from + parts);
    const [g, gLast, states, first] = [part(0), part(parts), part(2 * parts), part(own + 1)];
    const [weight, , lengths] = inputs.slice(own + 1 + parts) as [Operand, Operand, Operand | undefined];
    const [dx, dWeight, dBias] = [outputs[0]!, outputs[parts + 1]!, outputs[parts + 2]!];
    const [steps, batch, hidden] = states[0]!.shape as [number, number, number];
    const wide = [steps, batch, gates * hidden];
    // A GRU's reset gate is between u and the candidate: the gradients of x and u differ.
    const scratchWidth = 2 * hidden + (gates === 3 ? 3 * hidden : 0);
    machine.withScratch([steps, batch, scratchWidth], (scratch) => {
      const dense = (shape: readonly number[], start: number): Operand => {
        const [, rows, columns] = shape as [number, number, number];
        return windowOn(scratch, shape, [rows * columns, columns, 1], start);
      };
      const more = dense([steps, batch, 2 * hidden], 0);
      const du = gates === 3 ? dense(wide, steps * batch * 2 * hidden) : dx;
      const dFirst = outputs.slice(1, 1 + parts);
      const pass: Pass = {
        ...{ cell, reverse, g, gLast, states, first, kept, x, weight, lengths },
        ...{ dx, du, dFirst, more },
      };
      if (steps === 1 && parts === 1 && lengths === undefined) {
        slopes(machine, pass, true);
        runSequenceProducts(machine, pass, { step: 0, dWeight, dBias });
        return;
      }
      slopes(machine, pass, false);
      if (hidden > mostHidden) {
        for (const [p, from] of gLast.entries()) machine.copy(from, dFirst[p]!);
        for (let i = steps - 1; i >= 0; i--) {
          const step = reverse ? steps - 1 - i : i;
          backOneStep(machine, pass, step);
          runSequenceProducts(machine, pass, { step });
        }
      } else if (parts === 1) {
        walkBack(machine, pass);
      } else {
        const small = [...gLast, ...(lengths ? [lengths] : [])];
        withPacked(machine, small, 0, (packed) =>
          walkBack(machine, { ...pass, gLast: packed.slice(0, parts), lengths: packed[parts] }),
        );
      }
      runSequenceProducts(machine, pass, { dWeight, dBias });
    });
    return true;
  };
}

/** Slopes of all gates at all steps: a thread for each unit, row and step. A single step is pulled back at once. */
function slopes(machine: Machine, pass: Pass, single: boolean): void {
  const { cell, reverse, g, gLast, states, first, kept, x, lengths, dx, du, dFirst, more } = pass;
  const { parts } = cell;
  // A gate needs the last part of the state before the step; an LSTM's output needs the one after it, too.
  const [state, start] = [states[parts - 1]!, first[parts - 1]!];
  const [steps, batch, hidden] = state.shape as [number, number, number];
  const parameters = new Parameters();
  parameters.whole(steps * batch * hidden); // how many threads
  const [length, count, units, backwards] = [steps, batch, hidden, Number(reverse)].map((word) =>
    parameters.whole(word),
  ) as [string, string, string, string];
  const reads = single
    ? [x, kept, start, g[0]!, gLast[0]!]
    : [x, kept, start, state, ...(lengths ? [lengths] : [])];
  const writes = single ? [dx, du, dFirst[0]!] : [dx, more];
  const at = [...reads, ...writes].map((operand) => parameters.place(operand));
  const gates = Array.from({ length: cell.gates }, (_, k) => k);
  machine.run({
    name: `recurrent slopes ${cell.gates}`,
    variant: `${single} ${lengths !== undefined}`,
    reads,
    writes,
    words: parameters.words,
    threads: steps * batch * hidden,
    source: (buffers) => {
      const gate = (k: number): string => `j + ${k} * ${units}`;
      const vector = (operand: number): string =>
        `Gates(${gates.map((k) => `${buffers[operand]}[${at[operand]!("t", "row", gate(k))}]`)})`;
      const store = (operand: number, value: string): string =>
        gates
          .map((k) => `  ${buffers[operand]}[${at[operand]!("t", "row", gate(k))}] = ${value}[${k}];`)
          .join("\n");
      const find = `  let j = i % ${units};
  let row = i / ${units} % ${count};
  let t = i / ${units} / ${count};`;
      const body = single
        ? `  let slopes = slopesOf(${vector(0)}, ${vector(1)}, ${buffers[2]}[${at[2]!("row", "j")}], 0);
  let dh = ${buffers[3]}[${at[3]!("t", "row", "j")}] + ${buffers[4]}[${at[4]!("row", "j")}];
  let pulled = pullBack(slopes, dh, 0);
${store(5, "pulled.x")}
${store(6, "pulled.u")}
  ${buffers[7]}[${at[7]!("row", "j")}] = pulled.state.x;`
        : `  let length = ${lengths ? `min(u32(max(0, ${buffers[4]}[${at[4]!("row")}])), ${length})` : length};
  var slopes = Slopes();
  if (t < length) {
    var before = 0f;
    if (t == select(0, length - 1, ${backwards} == 1)) { before = ${buffers[2]}[${at[2]!("row", "j")}]; }
    else { let s = select(t - 1, t + 1, ${backwards} == 1); before = ${buffers[3]}[${at[3]!("s", "row", "j")}]; }
    slopes = slopesOf(${vector(0)}, ${vector(1)}, before, ${buffers[3]}[${at[3]!("t", "row", "j")}]);
  }
${store(reads.length, "slopes.own")}
  ${buffers[reads.length + 1]}[${at[reads.length + 1]!("t", "row", "j")}] = slopes.more.x;
  ${buffers[reads.length + 1]}[${at[reads.length + 1]!("t", "row", `j + ${units}`)}] = slopes.more.y;`;
      return `${cell.backward}\n${perElement(`${find}\n${body}`)}`;
    },
  });
}

const letters = ["h", "c"] as const;

/**
 * The common part of both backward kernels for a unit at a step: `pull` turns slopes into gradients of x and of u. The
 * gradient of the state is kept in that of the first state.
 */
function pulling({ cell, g, lengths, dx, du, dFirst, more }: Pass, parameters: Parameters) {
  const reads = [...g, ...(lengths ? [lengths] : [])];
  const writes = [dx, more, ...dFirst, ...(cell.gates === 3 ? [du] : [])];
  const hidden = parameters.whole(dFirst[0]!.shape[1]!);
  const at = [...reads, ...writes].map((operand) => parameters.place(operand));
  const gates = Array.from({ length: cell.gates }, (_, k) => k);
  const source = (buffers: readonly string[]): string => {
    const first = reads.length;
    const element = (operand: number, ...place: string[]): string =>
      `${buffers[operand]}[${at[operand]!(...place)}]`;
    const gate = (operand: number, k: number): string => element(operand, "t", "row", `j + ${k} * ${hidden}`);
    const state = (p: number): string => element(first + 2 + p, "row", "j");
    const last = first + writes.length - 1;
    return `${cell.backward}
// The gradient of u.
fn pull(t: u32, row: u32, j: u32) -> Gates {
${
  lengths
    ? `  if (f32(t) >= f32(${element(cell.parts, "row")})) {
${cell.gates === 3 ? gates.map((k) => `    ${gate(last, k)} = 0;`).join("\n") : ""}
    return Gates();
  }`
    : ""
}
  let slopes = Slopes(Gates(${gates.map((k) => gate(first, k))}), vec2(${gate(first + 1, 0)}, ${gate(first + 1, 1)}));
${letters
  .map((letter, p) =>
    p < cell.parts
      ? `  let d${letter} = ${state(p)} + ${element(p, "t", "row", "j")};`
      : `  let d${letter} = 0f;`,
  )
  .join("\n")}
  let pulled = pullBack(slopes, dh, dc);
${gates.map((k) => `  ${gate(first, k)} = pulled.x[${k}];`).join("\n")}
${cell.gates === 3 ? gates.map((k) => `  ${gate(last, k)} = pulled.u[${k}];`).join("\n") : ""}
${letters
  .slice(0, cell.parts)
  .map((_, p) => `  ${state(p)} = pulled.state[${p}];`)
  .join("\n")}
  return pulled.u;
}`;
  };
  const variant = `${lengths !== undefined}`;
  return { reads, writes, hidden, gates, source, variant };
}

/** All steps back in one dispatch: a workgroup goes with some rows; u's gradients at a step lie in its memory. */
function walkBack(machine: Machine, pass: Pass): void {
  const { cell, reverse, gLast, weight, dFirst, states } = pass;
  const [steps, batch, width] = states[0]!.shape as [number, number, number];
  const [rows, threads] = [rowsOf(batch, width), threadsOf(width)];
  const parameters = new Parameters();
  const { reads, writes, hidden, gates, source, variant } = pulling(pass, parameters);
  const [length, count, backwards] = [steps, batch, Number(reverse)].map((n) => parameters.whole(n));
  const atWeight = parameters.place(weight);
  const atLast = gLast.map((part) => parameters.place(part));
  const atFirst = dFirst.map((part) => parameters.place(part));
  const all = [...reads, weight, ...gLast];
  machine.run({
    name: `recurrent layer back ${cell.gates}`,
    variant: `${variant} ${rows} ${threads}`,
    reads: all,
    writes,
    words: parameters.words,
    groups: machine.plane(Math.ceil(batch / rows)),
    source: (buffers) => {
      const code = source([...buffers.slice(0, reads.length), ...buffers.slice(all.length)]);
      const u = buffers[reads.length];
      const dh = `${buffers[all.length + 2]}[${atFirst[0]!("row", "j")}]`;
      const type = rowsType(rows);
      const of = (name: string): string => ofRow(name, rows);
      const main = `@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let hidden = ${hidden};
  let width = ${cell.gates} * hidden;
  let top = (group.x + group.y * groups.x) * ${rows};
  if (top >= ${count}) { return; }
  let own = min(${rows}, ${count} - top);
  for (var j = lane; j < hidden; j += ${threads}) {
    for (var row = top; row < top + own; row++) {
${gLast.map((_, p) => `      ${buffers[all.length + 2 + p]}[${atFirst[p]!("row", "j")}] = ${buffers[reads.length + 1 + p]}[${atLast[p]!("row", "j")}];`).join("\n")}
    }
  }
  for (var i = 0u; i < ${length}; i++) {
    let t = select(${length} - 1 - i, i, ${backwards} == 1);
    for (var j = lane; j < hidden; j += ${threads}) {
${gates.map((k) => `      var gate${k} = ${type}();`).join("\n")}
      for (var r = 0u; r < own; r++) {
        let pulled = pull(t, top + r, j);
${gates.map((k) => `        ${of(`gate${k}`)} = pulled[${k}];`).join("\n")}
      }
${gates.map((k) => `      du[j + ${k} * hidden] = gate${k};`).join("\n")}
    }
    workgroupBarrier();
    for (var j = lane; j < hidden; j += ${threads}) {
      var sum = ${type}();
      for (var k = 0u; k < width; k++) { sum += ${u}[${atWeight("k", "j")}] * du[k]; }
      for (var r = 0u; r < own; r++) { let row = top + r; ${dh} += ${of("sum")}; }
    }
    workgroupBarrier();
  }
}`;
      return `${code}
var<workgroup> du: array<${type}, ${(cell.gates * mostUnits) / rows}>;
${main}`;
    },
  });
}

/** One step back, without the contribution of u's gradient to the previous state: a thread for each unit and row. */
function backOneStep(machine: Machine, pass: Pass, step: number): void {
  const { cell, dFirst } = pass;
  const [batch, width] = dFirst[0]!.shape as [number, number];
  const parameters = new Parameters();
  parameters.whole(batch * width); // how many threads
  const { reads, writes, hidden, source, variant } = pulling(pass, parameters);
  const t = parameters.whole(step);
  machine.run({
    name: `recurrent step back ${cell.gates}`,
    variant,
    reads,
    writes,
    words: parameters.words,
    threads: batch * width,
    source: (buffers) =>
      `${source(buffers)}\n${perElement(`  _ = pull(${t}, i / ${hidden}, i % ${hidden});`)}`,
  });
}
