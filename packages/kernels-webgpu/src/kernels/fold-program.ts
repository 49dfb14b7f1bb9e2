import type { Operand } from "@saccade/tensor/backend";
import { storageTypes, u } from "../wgsl.ts";

// The layout of a fold's threads, and its WGSL.

/** How the threads of a workgroup share rows: `across` rows, with `lanes` threads each. */
export interface Layout {
  readonly across: number;
  readonly lanes: number;
  /** The number of parts of each row, each with its own workgroup. It only depends on shapes and strides. */
  readonly parts: number;
  /** The elements of a part. */
  readonly chunk: number;
}

/** Rows that are shorter are folded by a thread each. */
const shortRow = 32;
/** As many workgroups keep a GPU busy: fewer long rows than that are cut. */
const manyGroups = 256;

/**
 * How to fold `rows` rows of `length` elements. Adjacent threads should read adjacent elements: those of one row if its
 * elements are adjacent, those of neighboring rows if rows are, as in a sum over the batch.
 *
 * @param kept the dims that are not folded
 */
export function layoutOf(
  operands: readonly Operand[],
  kept: readonly number[],
  dims: readonly number[],
  mayCut: boolean,
  isSoftware: boolean,
): Layout {
  const { shape } = operands[0]!;
  const count = (own: readonly number[]): number => own.reduce((n, d) => n * shape[d]!, 1);
  const [rows, length] = [count(kept), count(dims)];
  const whole = { parts: 1, chunk: length };
  if (isSoftware) {
    // Barriers cost more than they save: use a thread per row, and split rows if there are fewer than SIMD lanes.
    const across = rows >= 64 ? 64 : 4;
    const wanted = Math.min(Math.ceil(16 / Math.ceil(rows / across)), Math.floor(length / 1024));
    if (!mayCut || wanted < 2) return { across, lanes: 1, ...whole };
    const chunk = Math.ceil(length / wanted);
    return { across, lanes: 1, parts: Math.ceil(length / chunk), chunk };
  }
  if (length < shortRow) return { across: 64, lanes: 1, ...whole };
  const steps = ({ strides }: Operand, own: readonly number[]): number[] =>
    own.filter((d) => shape[d]! > 1).map((d) => strides[d]!);
  // Those that repeat along the row, or are the same for all rows, are read from caches.
  const own = operands.filter((x) => [kept, dims].every((of) => steps(x, of).some((step) => step !== 0)));
  const isBeside =
    rows >= 8 && own.some((x) => steps(x, kept).at(-1) === 1) && !own.some((x) => steps(x, dims).includes(1));
  const [across, lanes] = isBeside ? [8, 8] : [1, 64];
  const [longRow, least] = isBeside ? [1024, 256] : [32768, 8192];
  const wanted = Math.min(Math.ceil(manyGroups / Math.ceil(rows / across)), Math.floor(length / least));
  if (mayCut && length >= longRow && wanted > 1) {
    const chunk = Math.ceil(length / wanted);
    return { across, lanes, parts: Math.ceil(length / chunk), chunk };
  }
  // A workgroup that has a long row to itself is larger.
  return { across, lanes: !isBeside && length >= 1024 ? 256 : lanes, ...whole };
}

/** A fold of a row in WGSL: `Acc`, its start, the update of `acc` with an element, and the merge of two halves `a` and `b`. */
export interface Fold {
  /** `alias Acc = f32;`, or a struct of f32, i32 and u32. */
  readonly acc: string;
  readonly start: string;
  /** Of `acc`, the operands by their names, and the place `j` in the row. */
  readonly step: string;
  readonly join: string;
  /** Of a fold that takes one f32 of each element: that number. Then some are added before they are folded, as `term`. */
  readonly sum?: string;
}

/** A result, and its value in WGSL. */
export type Result = readonly [Operand, value: string];

/**
 * The program of a fold. `gather` makes `acc` of what lane `lane` of row `i` sees; `ends` writes, with the whole row's
 * `acc`. All threads of a workgroup get to its barriers: those beyond the last row look at it, and write nothing.
 */
export function program(
  fold: Fold,
  { across, lanes }: Pick<Layout, "across" | "lanes">,
  lets: string,
  step: string,
  gather: string,
  ends: string,
): string {
  return `${fold.acc}
fn start() -> Acc { ${fold.start} }
fn join(a: Acc, b: Acc) -> Acc { ${fold.join} }
${step}
${lanes > 1 ? `var<workgroup> shared_: array<Acc, ${across * lanes}>;` : ""}
@compute @workgroup_size(${across * lanes})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let row = (group.x + group.y * groups.x) * ${across}u + local % ${across}u;
  let inside = row < ${u(0)};
  let i = min(row, ${u(0)} - 1);
  let lane = local / ${across}u;
  let length = ${u(1)};
${lets}
  var acc = start();
${gather}
${lanes > 1 ? share(across, lanes) : ""}
${ends}
}`;
}

/** Joins the results of a row's lanes. */
function share(across: number, lanes: number): string {
  return `  shared_[local] = acc;
  workgroupBarrier();
  for (var half = ${lanes / 2}u; half > 0u; half /= 2u) {
    if (lane < half) {
      acc = join(acc, shared_[local + half * ${across}u]);
      shared_[local] = acc;
    }
    workgroupBarrier();
  }
  acc = shared_[local % ${across}u];`;
}

/** Writes values of rows; the parameters from `first` on are the positions of the results. */
export function rowValues(perRow: readonly Result[], buffers: readonly string[], first: number): string {
  const lines = perRow.map(
    ([{ dtype }, value], k) => `    ${buffers[k]}[${u(first + k)} + i] = ${storageTypes[dtype]}(${value});`,
  );
  return lines.length === 0 ? "" : `  if (inside && lane == 0u) {\n${lines.join("\n")}\n  }`;
}

/** Writes `acc` of a part of a row, to be joined with the others. */
export function storeFields(acc: string, to: string): string {
  const fields = fieldsOf(acc);
  const lines = fields.map(([name], k) => {
    return `    ${to}[(group.z * ${u(0)} + i) * ${fields.length}u + ${k}u] = bitcast<i32>(acc${name});`;
  });
  return `  if (inside && lane == 0u) {\n${lines.join("\n")}\n  }`;
}

/** The fields of `Acc`: how each is reached, and its type. */
export function fieldsOf(acc: string): readonly (readonly [access: string, type: string])[] {
  const found = [...acc.matchAll(/(\w+): (\w+)/g)].map(([, name, type]) => [`.${name}`, type!] as const);
  return found.length > 0 ? found : [["", /= (\w+)/.exec(acc)![1]!]];
}

/** Word k of a fold's parameters, in WGSL, if it is not an f32. */
export function foldWord(k: number): string {
  return u(3 + k);
}

/** The parameters of a fold as f32: p0, p1, … */
export function letParameters(count: number): string {
  return Array.from({ length: count }, (_, k) => `  let p${k} = bitcast<f32>(${foldWord(k)});`).join("\n");
}
