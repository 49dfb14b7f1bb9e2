import type { Operand } from "@saccade/tensor/backend";
import { countOf, f, groupThreads, type Machine, perElement, storageTypes, u } from "../machine.ts";
import { findPlaces, type Place, walkOf, wordsOf } from "../walk.ts";
import { calledIn } from "./functions.ts";

/** A fold of a row in WGSL: `Acc`, its start, what an element does to `acc`, and how two halves `a` and `b` join. */
export interface Fold {
  readonly acc: string;
  readonly start: string;
  /** Of `acc`, the operands by their names, and the place `j` in the row. */
  readonly step: string;
  readonly join: string;
}

/** A fold along some dims of operands of one shape, and what becomes of it. */
export interface FoldCall {
  readonly name: string;
  readonly shape: readonly number[];
  /** The dims that are folded. */
  readonly dims: readonly number[];
  /** Operands of that shape, by their names in the fold; strides of 0 repeat one. */
  readonly operands: Readonly<Record<string, Operand>>;
  readonly fold: Fold;
  /** One value a row, of `acc` and `length`: contiguous results. */
  readonly perRow?: readonly (readonly [Operand, value: string])[];
  /** One value an element, of `acc`, `length`, `j` and the operands: results of the shape. */
  readonly perElement?: readonly (readonly [Operand, value: string])[];
  /** Words of parameters, `p0` to `p7` as f32. */
  readonly parameters?: readonly number[];
  /** What else the source depends on. */
  readonly variant?: string;
}

/** Rows that are shorter are folded by a thread each; longer ones by a workgroup. */
const shortRow = 32;

/** Runs a fold: a thread for each short row, a workgroup for each long one. */
export function runFold(machine: Machine, call: FoldCall): void {
  const { name, shape, dims, operands, fold, perRow = [], perElement: each = [], parameters = [] } = call;
  const kept = shape.map((_, d) => d).filter((d) => !dims.includes(d));
  const reads = Object.values(operands);
  const results = [...perRow, ...each].map(([operand]) => operand);
  const walked = [...reads, ...each.map(([operand]) => operand)];
  const part = (own: readonly number[], offset: boolean): Place[] =>
    walked.map((x) => ({ strides: own.map((d) => x.strides[d]!), offset: offset ? x.offset : 0 }));
  const [rowPlaces, alongPlaces] = [part(kept, true), part(dims, false)];
  const rowSizes = kept.map((d) => shape[d]!);
  const lengths = dims.map((d) => shape[d]!);
  const [rows, length] = [countOf(rowSizes), countOf(lengths)];
  if (rows === 0) return;
  const [rowWalk, alongWalk] = [walkOf(rowSizes, rowPlaces), walkOf(lengths, alongPlaces)];
  const rowWords = wordsOf(rowWalk, rowPlaces);
  const first = 2 + parameters.length + perRow.length;
  const starts = perRow.map(([{ offset }]) => offset);
  const words = [rows, length, ...parameters, ...starts, ...rowWords, ...wordsOf(alongWalk, alongPlaces)];
  const isShort = length < shortRow;
  const width = isShort ? 1 : length >= 1024 ? 256 : groupThreads;

  const source = (buffers: readonly string[]): string => {
    const names = Object.keys(operands);
    const outOf = (k: number): string => buffers[reads.length + k]!;
    const lets = parameters.map((_, k) => `  let p${k} = ${f(2 + k)};`).join("\n");
    const types = reads.map((x) => storageTypes[x.dtype]);
    const typed = names.map((operand, k) => `${operand}: ${types[k]}`);
    const alongFirst = first + rowWords.length;
    const loop = (body: string): string => `  for (var j = lane; j < length; j += ${width}u) {
${findPlaces(alongWalk, alongFirst, "j", "by")}
${names.map((operand, k) => `    let ${operand} = ${buffers[k]}[at${k} + by${k}];`).join("\n")}
${body}
  }`;
    const fill = each.map(([result, value], k) => {
      const place = reads.length + k;
      return `    ${outOf(perRow.length + k)}[at${place} + by${place}] = ${storageTypes[result.dtype]}(${value});`;
    });
    const rowValues = perRow.map(
      ([result, value], k) =>
        `  if (lane == 0u) { ${outOf(k)}[${u(2 + parameters.length + k)} + i] = ${storageTypes[result.dtype]}(${value}); }`,
    );
    const body = `
  let length = ${u(1)};
${lets}
${findPlaces(rowWalk, first)}
  var acc = start();
${loop(`    acc = step(acc, ${[...names, "j"].join(", ")});`)}
${isShort ? "" : share(width)}
${rowValues.join("\n")}
${fill.length > 0 ? loop(fill.join("\n")) : ""}`;
    const head = `${fold.acc}
fn start() -> Acc { ${fold.start} }
fn step(acc: Acc, ${[...typed, "j: u32"].join(", ")}) -> Acc {
${lets}
  ${fold.step}
}
fn join(a: Acc, b: Acc) -> Acc { ${fold.join} }`;
    const main = isShort
      ? perElement(`  let lane = 0u;${body}`)
      : `var<workgroup> parts: array<Acc, ${width}>;
@compute @workgroup_size(${width})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let i = group.x + group.y * groups.x;
  if (i >= ${u(0)}) { return; }${body}
}`;
    return `${calledIn(head + body)}\n${head}\n${main}`;
  };
  const most = machine.mostGroups;
  const across = rows <= most ? rows : Math.ceil(rows / Math.ceil(rows / most));
  machine.run({
    name,
    variant: `${call.variant ?? ""} ${rowWalk.sizes.length} ${alongWalk.sizes.length} ${parameters.length} ${width}`,
    reads,
    writes: results,
    words,
    ...(isShort ? { threads: rows } : { groups: [across, Math.ceil(rows / across), 1] }),
    source,
  });
}

/** Joins what the threads of a workgroup have. */
function share(width: number): string {
  return `  parts[lane] = acc;
  workgroupBarrier();
  for (var half = ${width / 2}u; half > 0u; half /= 2u) {
    if (lane < half) { parts[lane] = join(parts[lane], parts[lane + half]); }
    workgroupBarrier();
  }
  acc = parts[0];`;
}

/** A fold of numbers by one operation. */
export function plainFold(type: string, start: string, term: string, join: string): Fold {
  return {
    acc: `alias Acc = ${type};`,
    start: `return ${start};`,
    step: `let a = acc; let b = ${type}(${term}); return ${join};`,
    join: `return ${join};`,
  };
}
