import { ShapeError } from "@saccade/contract";
import { formatShape, type Shape } from "../../kit.ts";

/**
 * An einsum equation with its ellipses expanded: one label per dim of each operand and of the output. A label is a
 * letter, or ".k" for the k-th dim from the right under an ellipsis.
 */
export interface Equation {
  readonly inputs: readonly (readonly string[])[];
  readonly output: readonly string[];
}

/** Parses an equation for operands of the given shapes. @throws ShapeError if it does not fit them. */
export function parseEquation(equation: string, shapes: readonly Shape[]): Equation {
  const [left, right, ...more] = equation.replaceAll(" ", "").split("->");
  if (left === undefined || more.length > 0) throw malformed(equation, 'has more than one "->"');
  const terms = left.split(",");
  if (terms.length !== shapes.length)
    throw malformed(equation, `names ${terms.length} operands, but ${shapes.length} were given`);
  const parts = terms.map((term) => partsOf(equation, term));
  const inputs = parts.map((labels, i) => writeOut(equation, labels, i, shapes[i]!));
  checkSizes(equation, inputs, shapes);
  const wide = Math.max(0, ...inputs.map((labels) => labels.filter((label) => label[0] === ".").length));
  if (right === undefined) return { inputs, output: impliedOutput(inputs, wide) };
  const output = partsOf(equation, right).flatMap((part) => (part === "..." ? dots(wide) : [part]));
  for (const label of output) {
    if (!inputs.some((labels) => labels.includes(label)))
      throw malformed(equation, `has "${label}" in its output, but in no operand`);
    if (output.indexOf(label) !== output.lastIndexOf(label))
      throw malformed(equation, `has "${label}" twice in its output`);
  }
  return { inputs, output };
}

function malformed(equation: string, problem: string): ShapeError {
  return new ShapeError(`einsum: "${equation}" ${problem}.`);
}

/** Letters and at most one "...". */
function partsOf(equation: string, term: string): readonly string[] {
  const parts: readonly string[] = term.match(/\.\.\.|./gsu) ?? [];
  for (const part of parts) {
    if (part !== "..." && !/^[a-zA-Z]$/.test(part))
      throw malformed(equation, `has "${part}", which is neither a letter nor "..."`);
  }
  if (parts.indexOf("...") !== parts.lastIndexOf("..."))
    throw malformed(equation, `has "..." twice in "${term}"`);
  return parts;
}

function writeOut(equation: string, parts: readonly string[], operand: number, shape: Shape): string[] {
  const letters = parts.filter((part) => part !== "...").length;
  const covered = shape.length - letters;
  if (covered < 0 || (covered > 0 && letters === parts.length))
    throw malformed(
      equation,
      `names ${letters} dims of operand ${operand}, which has ${shape.length}: ${formatShape(shape)}`,
    );
  return parts.flatMap((part) => (part === "..." ? dots(covered) : [part]));
}

function dots(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `.${count - 1 - i}`);
}

function checkSizes(
  equation: string,
  inputs: readonly (readonly string[])[],
  shapes: readonly Shape[],
): void {
  const sizes = new Map<string, number>();
  for (const [operand, labels] of inputs.entries()) {
    const shape = shapes[operand]!;
    for (const [i, label] of labels.entries()) {
      const [size, first] = [shape[i]!, shape[labels.indexOf(label)]!];
      const name = label[0] === "." ? "..." : label;
      if (first !== size)
        throw malformed(equation, `repeats "${name}" in operand ${operand} with sizes ${first} and ${size}`);
      const before = sizes.get(label) ?? 1;
      if (before !== size && before !== 1 && size !== 1)
        throw malformed(
          equation,
          `gives "${name}" size ${size} in operand ${operand} ${formatShape(shape)}, but ${before} before`,
        );
      sizes.set(label, before === 1 ? size : before);
    }
  }
}

/** The dims under ellipses, then the letters that appear once, in alphabetical order. */
function impliedOutput(inputs: readonly (readonly string[])[], wide: number): string[] {
  const all = inputs.flat().filter((label) => label[0] !== ".");
  const once = all.filter((label) => all.indexOf(label) === all.lastIndexOf(label));
  return [...dots(wide), ...once.sort()];
}
