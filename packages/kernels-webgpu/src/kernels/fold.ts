import type { Operand } from "@saccade/tensor/backend";
import { countOf, type Machine, storageTypes, u } from "../machine.ts";
import { findPlaces, type Place, walkOf, wordsOf } from "../walk.ts";
import { type Layout, layoutOf } from "./fold-layout.ts";
import { calledIn } from "./functions.ts";

/** A fold of a row in WGSL: `Acc`, its start, what an element does to `acc`, and how two halves `a` and `b` join. */
export interface Fold {
  /** `alias Acc = f32;`, or a struct of f32, i32 and u32. */
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
  readonly perRow?: readonly Result[];
  /** One value an element, of `acc`, `length`, `j` and the operands: results of the shape. */
  readonly perElement?: readonly Result[];
  /** Words of parameters, `p0` to `p7` as f32. */
  readonly parameters?: readonly number[];
  /** What else the source depends on. */
  readonly variant?: string;
}

type Result = readonly [Operand, value: string];

/** Runs a fold: a thread for each short row, a workgroup for each long one, several for few that are very long. */
export function runFold(machine: Machine, call: FoldCall): void {
  const { name, shape, dims, operands, fold, perRow = [], perElement: each = [], parameters = [] } = call;
  const kept = shape.map((_, d) => d).filter((d) => !dims.includes(d));
  const reads = Object.values(operands);
  const walked = [...reads, ...each.map(([operand]) => operand)];
  const part = (own: readonly number[], offset: boolean): Place[] =>
    walked.map((x) => ({ strides: own.map((d) => x.strides[d]!), offset: offset ? x.offset : 0 }));
  const [rowPlaces, alongPlaces] = [part(kept, true), part(dims, false)];
  const rowSizes = kept.map((d) => shape[d]!);
  const lengths = dims.map((d) => shape[d]!);
  const [rows, length] = [countOf(rowSizes), countOf(lengths)];
  if (rows === 0) return;
  const layout = layoutOf(reads, kept, dims, each.length === 0);
  if (layout.parts > 1) {
    // The parts of a row, then all parts.
    const fields = fieldsOf(fold.acc).length;
    const partsShape = [layout.parts, rows, fields];
    machine.withScratch(partsShape, (scratch) => {
      const parts: Operand = { ...scratch, dtype: "int32" };
      fill(layout, [], parts);
      joinParts(machine, call, parts);
    });
    return;
  }
  fill(layout, perRow, null);

  function fill(
    { across, lanes, chunk, parts }: Layout,
    perRow: readonly Result[],
    cut: Operand | null,
  ): void {
    const [rowWalk, alongWalk] = [walkOf(rowSizes, rowPlaces), walkOf(lengths, alongPlaces)];
    const rowWords = wordsOf(rowWalk, rowPlaces);
    const first = 3 + parameters.length + perRow.length;
    const starts = perRow.map(([{ offset }]) => offset);
    const words = [rows, length, chunk, ...parameters, ...starts, ...rowWords];
    words.push(...wordsOf(alongWalk, alongPlaces));
    const source = (buffers: readonly string[]): string => {
      const names = Object.keys(operands);
      const outOf = (k: number): string => buffers[reads.length + k]!;
      const typed = names.map((operand, k) => `${operand}: ${storageTypes[reads[k]!.dtype]}`);
      const loop = (body: string): string => `  for (var j = begin + lane; j < end; j += ${lanes}u) {
${findPlaces(alongWalk, first + rowWords.length, "j", "by")}
${names.map((operand, k) => `    let ${operand} = ${buffers[k]}[at${k} + by${k}];`).join("\n")}
${body}
  }`;
      const elements = each.map(([result, value], k) => {
        const place = reads.length + k;
        return `    ${outOf(perRow.length + k)}[at${place} + by${place}] = ${storageTypes[result.dtype]}(${value});`;
      });
      const ends =
        cut === null
          ? rowValues(perRow, buffers.slice(reads.length), 3 + parameters.length)
          : storeFields(fold.acc, buffers.at(-1)!);
      const lets = parameters.map((_, k) => `  let p${k} = bitcast<f32>(${foldWord(k)});`).join("\n");
      return program(
        fold,
        { across, lanes },
        lets,
        `fn step(acc: Acc, ${[...typed, "j: u32"].join(", ")}) -> Acc {
${lets}
  ${fold.step}
}`,
        `  let begin = ${cut === null ? "0u" : `group.z * ${u(2)}`};
  let end = ${cut === null ? "length" : `min(length, begin + ${u(2)})`};
${findPlaces(rowWalk, first)}
${loop(`    acc = step(acc, ${[...names, "j"].join(", ")});`)}`,
        `${ends}
${elements.length > 0 ? `  if (inside) {\n${loop(elements.join("\n"))}\n  }` : ""}`,
      );
    };
    machine.run({
      name,
      variant: [
        call.variant ?? "",
        rowWalk.sizes.length,
        alongWalk.sizes.length,
        parameters.length,
        `${across}x${lanes}${cut === null ? "" : " parts"}`,
      ].join(" "),
      reads,
      writes: cut === null ? [...perRow, ...each].map(([operand]) => operand) : [cut],
      words,
      groups: [...plane(machine, Math.ceil(rows / across)), parts],
      source,
    });
  }
}

/** Folds parts (parts, rows, fields) of rows into their values. */
function joinParts(machine: Machine, call: FoldCall, parts: Operand): void {
  const { fold, perRow = [], parameters = [] } = call;
  const [count, rows, fields] = parts.shape as [number, number, number];
  const [across, lanes] = count > 32 ? [1, 64] : [64, 1];
  machine.run({
    name: `${call.name}, parts`,
    variant: `${call.variant ?? ""} ${parameters.length} ${across}x${lanes}`,
    reads: [parts],
    writes: perRow.map(([operand]) => operand),
    words: [
      rows,
      countOf(call.dims.map((d) => call.shape[d]!)),
      count,
      ...parameters,
      ...perRow.map(([{ offset }]) => offset),
    ],
    groups: [...plane(machine, Math.ceil(rows / across)), 1],
    source: ([from, ...to]) =>
      program(
        fold,
        { across, lanes },
        parameters.map((_, k) => `  let p${k} = bitcast<f32>(${foldWord(k)});`).join("\n"),
        "",
        `  for (var part = lane; part < ${u(2)}; part += ${lanes}u) {
    let at = (part * ${u(0)} + i) * ${fields}u;
    acc = join(acc, Acc(${fieldsOf(fold.acc)
      .map(([, type], k) => `bitcast<${type}>(${from}[at + ${k}u])`)
      .join(", ")}));
  }`,
        rowValues(perRow, to, 3 + parameters.length),
      ),
  });
}

/**
 * The program of a fold. `gather` makes `acc` of what lane `lane` of row `i` sees; `ends` writes, with the whole row's
 * `acc`. All threads of a workgroup get to its barriers: those beyond the last row look at it, and write nothing.
 */
function program(
  fold: Fold,
  { across, lanes }: Pick<Layout, "across" | "lanes">,
  lets: string,
  step: string,
  gather: string,
  ends: string,
): string {
  const code = `${fold.acc}
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
  return `${calledIn(code)}\n${code}`;
}

/** Joins what the lanes of a row have. */
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

/** Writes values of rows; parameter `first` on says where the results start. */
function rowValues(perRow: readonly Result[], buffers: readonly string[], first: number): string {
  const lines = perRow.map(
    ([{ dtype }, value], k) => `    ${buffers[k]}[${u(first + k)} + i] = ${storageTypes[dtype]}(${value});`,
  );
  return lines.length === 0 ? "" : `  if (inside && lane == 0u) {\n${lines.join("\n")}\n  }`;
}

function storeFields(acc: string, to: string): string {
  const fields = fieldsOf(acc);
  const lines = fields.map(([name], k) => {
    return `    ${to}[(group.z * ${u(0)} + i) * ${fields.length}u + ${k}u] = bitcast<i32>(acc${name});`;
  });
  return `  if (inside && lane == 0u) {\n${lines.join("\n")}\n  }`;
}

/** The fields of `Acc`: how each is reached, and its type. */
function fieldsOf(acc: string): readonly (readonly [access: string, type: string])[] {
  const found = [...acc.matchAll(/(\w+): (\w+)/g)].map(([, name, type]) => [`.${name}`, type!] as const);
  return found.length > 0 ? found : [["", /= (\w+)/.exec(acc)![1]!]];
}

/** So many workgroups in two dims. */
function plane(machine: Machine, groups: number): readonly [number, number] {
  const most = machine.mostGroups;
  const rows = Math.ceil(groups / most);
  return [Math.ceil(groups / rows), rows];
}

/** Word k of a fold's parameters, in WGSL, where it is no f32. */
export function foldWord(k: number): string {
  return u(3 + k);
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
