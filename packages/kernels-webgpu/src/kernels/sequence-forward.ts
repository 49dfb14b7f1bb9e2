import type { Operand, SequenceAttrs } from "@saccade/tensor/backend";
import { countOf, type Kernel, type Machine, windowOn } from "../machine.ts";
import { calledIn } from "./functions.ts";
import { groupsOf } from "./gathered-product.ts";
import { withPacked } from "./packed.ts";
import { Parameters } from "./parameters.ts";
import type { Cell } from "./sequence-cells.ts";

/** A sequence, its first state and its weights, and where its results go. */
interface Sequence {
  readonly cell: Cell;
  readonly reverse: boolean;
  /** W x + b, (T, B, G H). */
  readonly x: Operand;
  /** The state's parts before the first step, (B, H). */
  readonly first: readonly Operand[];
  /** U, (G H, H). */
  readonly weight: Operand;
  /** (G H) */
  readonly bias: Operand;
  /** (B), or all rows go to the end. */
  readonly lengths: Operand | undefined;
  /** The state's parts after all steps, (T, B, H), and at the end, (B, H). */
  readonly states: readonly Operand[];
  readonly last: readonly Operand[];
  /** U h + c of all steps, (T, B, G H), or nothing. */
  readonly kept: Operand;
}

/** The units of larger states are more work than one workgroup should have: their steps are a dispatch each. */
export const mostHidden = 512;

/** The units, of all its rows, that a workgroup holds in its memory. */
export const mostUnits = 1024;

/** How many rows of a batch a workgroup takes: what is read of U serves them all. */
export function rowsOf(batch: number, hidden: number): number {
  const most = Math.min(batch, Math.floor(mostUnits / hidden));
  return most >= 4 ? 4 : most >= 2 ? 2 : 1;
}

/** A number for each of a workgroup's rows, in WGSL. */
export function rowsType(rows: number): string {
  return rows === 1 ? "f32" : `vec${rows}<f32>`;
}

/** One row's number, in WGSL. */
export function ofRow(name: string, rows: number): string {
  return rows === 1 ? name : `${name}[r]`;
}

/** Threads of a workgroup: one for each hidden unit, if there are not too many. */
export function threadsOf(hidden: number): number {
  return hidden <= 32 ? 32 : hidden <= 64 ? 64 : hidden <= 128 ? 128 : 256;
}

/** A recurrent layer over a sequence: the rows of a batch go through all steps by themselves. */
export function sequenceForward(machine: Machine, cell: Cell): Kernel<SequenceAttrs> {
  const { parts } = cell;
  return (inputs, outputs, { reverse }) => {
    const [x, ...rest] = inputs as readonly [Operand, ...Operand[]];
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
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
      // Neighbouring threads look for neighbours in a row of Uᵀ.
      const turned = windowOn(weight, [...weight.shape].reverse(), [...weight.strides].reverse());
      withPacked(machine, [turned, ...small], 0, (packed) => allSteps(machine, repacked(packed)));
    }
    return true;
  };
}

/**
 * What both kernels do with u = U h + c of a unit: `take` writes the results of step t, and gives the state after it. A row
 * that has ended keeps its state.
 */
function taking(sequence: Sequence, parameters: Parameters) {
  const { cell, x, lengths, states, kept, weight, bias, last, first } = sequence;
  const keeps = countOf(kept.shape) > 0;
  const [reads, writes] = [
    [x, weight, bias, ...(lengths ? [lengths] : []), ...first],
    [...states, ...last, ...(keeps ? [kept] : [])],
  ];
  const hidden = parameters.whole(states[0]!.shape[2]!);
  const gate = (g: number): string => (g === 0 ? "j" : `j + ${g} * ${hidden}`);
  const gates = Array.from({ length: cell.gates }, (_, g) => g);
  const atX = parameters.place(x);
  const atKept = keeps ? parameters.place(kept) : null;
  const atLength = lengths ? parameters.place(lengths) : null;
  const atStates = states.map((part) => parameters.place(part));
  const source = (buffers: readonly string[]): string => {
    const out = (k: number): string => buffers[reads.length + k]!;
    const store = (values: readonly string[]): string =>
      values.map((value, p) => `${out(p)}[${atStates[p]!("t", "row", "j")}] = ${value};`).join(" ");
    const own = cell.parts === 2 ? "before.y" : "before.x";
    return `${cell.forward}
fn take(t: u32, row: u32, j: u32, u: Gates, before: vec2<f32>) -> vec2<f32> {
${atKept ? gates.map((g) => `  ${out(writes.length - 1)}[${atKept("t", "row", gate(g))}] = u[${g}];`).join("\n") : ""}
${atLength ? `  if (f32(t) >= f32(${buffers[3]}[${atLength("row")}])) { ${store(["0", "0"].slice(0, cell.parts))} return before; }` : ""}
  let x = Gates(${gates.map((g) => `${buffers[0]}[${atX("t", "row", gate(g))}]`)});
  let next = nextState(x, u, ${own});
  ${store(["next.x", "next.y"].slice(0, cell.parts))}
  return next;
}`;
  };
  const variant = `${keeps} ${lengths !== undefined}`;
  return { reads, writes, hidden, gates, gate, source, variant };
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

/** One step: U h in tiles of 16 rows and 16 units, then the gates. */
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
