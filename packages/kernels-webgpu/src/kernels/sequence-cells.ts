import { numelOf, type Operand } from "@saccade/tensor/backend";
import type { Parameters } from "../wgsl.ts";

// The cells of recurrent layers in WGSL, a hidden unit at a time. `Gates` is a vector with a component for each gate.

/** A recurrent cell: h' (and c'), given the projected input x and the projected state u = U h + c. */
export interface Cell {
  readonly gates: 3 | 4;
  /** The parts of its state: h, or h and c. */
  readonly parts: 1 | 2;
  /** `nextState(x, u, s)`: the new state's parts, where `s` is the last part of the state before. */
  readonly forward: string;
  /**
   * `slopesOf(x, u, s, next)` and `pullBack(slopes, dh, dc)`. Values that do not depend on gradients from later steps are
   * computed before, for all steps in parallel: `own` is the factor of a gate's gradient, `more` the rest.
   */
  readonly backward: string;
}

// 1 − σ(a) and 1 − tanh² a by difference have no digits left where a gate is saturated. Both come from exp(−|a|).
const slopes = `fn gateOf(a: f32) -> vec2<f32> {
  if (isNaN(a)) { return vec2(a, a); }
  let e = exp(-abs(a));
  let both = vec2(1.0, e) / (1 + e);
  return select(both.yx, both, a >= 0);
}
fn tanhSlope(a: f32) -> f32 {
  if (isNaN(a)) { return a; }
  let e = exp(-2 * abs(a));
  return 4 * e / ((1 + e) * (1 + e));
}
struct Slopes { own: Gates, more: vec2<f32> }
// Gradients of x, of u, and of the state's parts before the step, without u's contribution.
struct Pulled { x: Gates, u: Gates, state: vec2<f32> }`;

/** Gated recurrent units. The gates are r, z, n; slopes.more is r and z. */
export const gruCell: Cell = {
  gates: 3,
  parts: 1,
  forward: `alias Gates = vec3<f32>;
fn nextState(x: Gates, u: Gates, h: f32) -> vec2<f32> {
  let r = logistic(x.x + u.x);
  let z = logistic(x.y + u.y);
  let n = tanhOf(x.z + r * u.z);
  return vec2(n + z * (h - n), 0);
}`,
  backward: `alias Gates = vec3<f32>;
${slopes}
fn slopesOf(x: Gates, u: Gates, h: f32, next: f32) -> Slopes {
  let r = gateOf(x.x + u.x);
  let z = gateOf(x.y + u.y);
  let a = x.z + r.x * u.z;
  let ofN = z.y * tanhSlope(a);
  return Slopes(Gates(ofN * u.z * r.x * r.y, (h - tanhOf(a)) * z.x * z.y, ofN), vec2(r.x, z.x));
}
fn pullBack(slopes: Slopes, dh: f32, dc: f32) -> Pulled {
  let x = slopes.own * dh;
  return Pulled(x, Gates(x.xy, x.z * slopes.more.x), vec2(dh * slopes.more.y, 0));
}`,
};

/** Long short-term memory. The gates are i, f, g, o; slopes.more is dc'/dh' = o (1 − tanh² c') and f. */
export const lstmCell: Cell = {
  gates: 4,
  parts: 2,
  forward: `alias Gates = vec4<f32>;
fn nextState(x: Gates, u: Gates, c: f32) -> vec2<f32> {
  let a = x + u;
  let next = logistic(a.y) * c + logistic(a.x) * tanhOf(a.z);
  return vec2(logistic(a.w) * tanhOf(next), next);
}`,
  backward: `alias Gates = vec4<f32>;
${slopes}
fn slopesOf(x: Gates, u: Gates, c: f32, next: f32) -> Slopes {
  let a = x + u;
  let i = gateOf(a.x);
  let f = gateOf(a.y);
  let o = gateOf(a.w);
  let own = Gates(tanhOf(a.z) * i.x * i.y, c * f.x * f.y, i.x * tanhSlope(a.z), tanhOf(next) * o.x * o.y);
  return Slopes(own, vec2(o.x * tanhSlope(next), f.x));
}
fn pullBack(slopes: Slopes, dh: f32, dc: f32) -> Pulled {
  let all = dc + dh * slopes.more.x;
  let x = slopes.own * vec4(all, all, all, dh);
  return Pulled(x, x, vec2(0, all * slopes.more.y));
}`,
};

/** A sequence, its first state and its weights, and where its results go. */
export interface Sequence {
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

/** The common data of the gradient's passes. Shapes are those of the forward pass. */
export interface Pass {
  readonly cell: Cell;
  readonly reverse: boolean;
  /** Cotangents of the state's parts after all steps, and at the end. */
  readonly g: readonly Operand[];
  readonly gLast: readonly Operand[];
  /** The state's parts after all steps, and before the first. */
  readonly states: readonly Operand[];
  readonly first: readonly Operand[];
  /** U h + c. */
  readonly kept: Operand;
  readonly x: Operand;
  readonly weight: Operand;
  readonly lengths: Operand | undefined;
  /** The gradient of x; of u, the same for cells whose gates add x and u; and of the first state. */
  readonly dx: Operand;
  readonly du: Operand;
  readonly dFirst: readonly Operand[];
  /** Two more slopes for each unit and step, (T, B, 2 H). */
  readonly more: Operand;
}

/** The units of larger states are more work than one workgroup should have: their steps are a dispatch each. */
export const mostHidden = 512;

/** The units, of all its rows, that a workgroup holds in its memory. */
export const mostUnits = 1024;

/** The number of rows of a batch per workgroup, which share the reads of U. */
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

/**
 * The common part of both kernels for u = U h + c of a unit: `take` writes the results of step t, and returns the state after
 * it. A row that has ended keeps its state.
 */
export function taking(sequence: Sequence, parameters: Parameters) {
  const { cell, x, lengths, states, kept, weight, bias, last, first } = sequence;
  const keeps = numelOf(kept.shape) > 0;
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
