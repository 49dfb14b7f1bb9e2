import { type Machine, perElement } from "../machine.ts";
import { calledIn } from "./functions.ts";
import { groupsOf } from "./gathered-product.ts";
import { Parameters } from "./parameters.ts";
import { mostUnits, ofRow, type Pass, rowsOf, rowsType, threadsOf } from "./sequence-parts.ts";

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
export function walkBack(machine: Machine, pass: Pass): void {
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
    groups: groupsOf(machine, Math.ceil(batch / rows)),
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
      return `${calledIn(code)}\n${code}
var<workgroup> du: array<${type}, ${(cell.gates * mostUnits) / rows}>;
${main}`;
    },
  });
}

/** One step back, without the contribution of u's gradient to the previous state: a thread for each unit and row. */
export function backOneStep(machine: Machine, pass: Pass, step: number): void {
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
    source: (buffers) => {
      const code = source(buffers);
      return `${calledIn(code)}\n${code}\n${perElement(`  _ = pull(${t}, i / ${hidden}, i % ${hidden});`)}`;
    },
  });
}
