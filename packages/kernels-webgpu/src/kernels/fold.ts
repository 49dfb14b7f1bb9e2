import { numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { findPlaces, type Place, storageTypes, u, walkOf, wordsOf } from "../wgsl.ts";
import {
  type Fold,
  fieldsOf,
  type Layout,
  layoutOf,
  letParameters,
  program,
  type Result,
  rowValues,
  storeFields,
} from "./fold-program.ts";

export { type Fold, foldWord, letParameters } from "./fold-program.ts";

/** A fold along some dims of operands of one shape, and its outputs. */
interface FoldCall {
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
  /** Anything else that the source depends on. */
  readonly variant?: string;
}

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
  const [rows, length] = [numelOf(rowSizes), numelOf(lengths)];
  if (rows === 0) return;
  const layout = layoutOf(reads, kept, dims, each.length === 0, machine.facts.isSoftware);
  if (layout.parts === 1) {
    run(layout, perRow, null);
    return;
  }
  // The parts of a row, then all parts.
  machine.withScratch([layout.parts, rows, fieldsOf(fold.acc).length], (scratch) => {
    const parts: Operand = { ...scratch, dtype: "int32" };
    run(layout, [], parts);
    joinParts(machine, call, parts);
  });

  /** Writes values of rows and elements, or what each part of a row comes to into `cut`. */
  function run(
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
      // Of one element, or of four in a row: turning a loop costs as much as an element does.
      const turn = (
        body: string,
        j: string,
      ): string => `${findPlaces(alongWalk, first + rowWords.length, j, "by")}
${names.map((operand, k) => `    let ${operand} = ${buffers[k]}[at${k} + by${k}];`).join("\n")}
${body.replace(/\bj\b/g, j)}`;
      const loop = (body: string): string => {
        const isSum = fold.sum !== undefined && body === step;
        const four = [0, 1, 2, 3].map(
          (k) =>
            `  {\n  let j${k} = j + ${k * lanes}u;\n${turn(isSum ? `    terms[${k}] = ${fold.sum};` : body, `j${k}`)}\n  }`,
        );
        if (isSum) {
          four.unshift("  var terms: vec4<f32>;");
          four.push("  acc = plus(acc, (terms.x + terms.y) + (terms.z + terms.w));");
        }
        const unrolled = `  for (; j + ${3 * lanes}u < end; j += ${4 * lanes}u) {\n${four.join("\n")}\n  }\n`;
        return `  {
  var j = begin + lane;
${alongWalk.sizes.length <= 1 ? unrolled : ""}  for (; j < end; j += ${lanes}u) {
${turn(body, "j")}
  }
  }`;
      };
      const step = `    acc = step(acc, ${[...names, "j"].join(", ")});`;
      const elements = each.map(([result, value], k) => {
        const place = reads.length + k;
        return `    ${outOf(perRow.length + k)}[at${place} + by${place}] = ${storageTypes[result.dtype]}(${value});`;
      });
      const ends =
        cut === null
          ? rowValues(perRow, buffers.slice(reads.length), 3 + parameters.length)
          : storeFields(fold.acc, buffers.at(-1)!);
      const lets = letParameters(parameters.length);
      return program(
        fold,
        { across, lanes },
        lets,
        `${fold.sum === undefined ? "" : `fn plus(acc: Acc, term: f32) -> Acc { ${fold.step} }`}
fn step(acc: Acc, ${[...typed, "j: u32"].join(", ")}) -> Acc {
${lets}
  ${fold.sum === undefined ? fold.step : `return plus(acc, ${fold.sum});`}
}`,
        `  let begin = ${cut === null ? "0u" : `group.z * ${u(2)}`};
  let end = ${cut === null ? "length" : `min(length, begin + ${u(2)})`};
${findPlaces(rowWalk, first)}
${loop(step)}`,
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
      groups: [...machine.plane(Math.ceil(rows / across)), parts],
      source,
    });
  }
}

/** Folds parts (parts, rows, fields) of rows into their values. */
function joinParts(machine: Machine, call: FoldCall, parts: Operand): void {
  const { fold, perRow = [], parameters = [] } = call;
  const [count, rows, fields] = parts.shape as [number, number, number];
  const [across, lanes] = machine.facts.isSoftware ? [4, 1] : count > 32 ? [1, 64] : [64, 1];
  machine.run({
    name: `${call.name}, parts`,
    variant: `${call.variant ?? ""} ${parameters.length} ${across}x${lanes}`,
    reads: [parts],
    writes: perRow.map(([operand]) => operand),
    words: [
      rows,
      numelOf(call.dims.map((d) => call.shape[d]!)),
      count,
      ...parameters,
      ...perRow.map(([{ offset }]) => offset),
    ],
    groups: machine.plane(Math.ceil(rows / across)),
    source: ([from, ...to]) =>
      program(
        fold,
        { across, lanes },
        letParameters(parameters.length),
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

/** A sum of f32 whose error does not grow with its length: `sumValue` is its value. */
export function sumFold(term: string): Fold {
  return {
    acc: "struct Acc { sum: f32, low: f32 }",
    start: "return Acc(0, 0);",
    sum: term,
    step: "let s = keptSum(acc.sum, acc.low, term); return Acc(s.x, s.y);",
    join: "let s = keptSum(a.sum, a.low + b.low, b.sum); return Acc(s.x, s.y);",
  };
}
export const sumValue = "(acc.sum + acc.low)";

/** A fold of numbers by one operation. */
export function plainFold(type: string, start: string, term: string, join: string): Fold {
  return {
    acc: `alias Acc = ${type};`,
    start: `return ${start};`,
    step: `let a = acc; let b = ${type}(${term}); return ${join};`,
    join: `return ${join};`,
  };
}
