import { badArgument, OverflowError, ShapeError } from "@saccade/contract";
import {
  checkSameBackend,
  checkTensor,
  formatShape,
  isFloat,
  numelOf,
  refuseElements,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/** A tensor with a label for each dim, without repeats. */
interface Labelled {
  readonly x: Tensor;
  readonly labels: readonly string[];
}

/**
 * Einstein summation: products of elements, summed over the letters missing from the output.
 * `einsum("bqd,bkd->bqk", q, k)`; without "->" the output has the letters that appear once, in alphabetical
 * order. A repeated letter in one operand takes its diagonal. "..." means all other dims, which broadcast, and is
 * summed over if the output does not have it. Sizes of 1 broadcast.
 *
 * The operands are contracted from left to right, each pair as one matrix product.
 *
 * @throws ShapeError if the equation is malformed or does not fit the operands.
 * @throws OverflowError if sums of int32
 * might not fit int32 and the host can read the elements. Sums over a letter shared by two operands wrap, as in matmul.
 * @example einsum("ij,jk->ik", tensor([[1, 2]]), tensor([[3], [4]])) // tensor([[11]])
 */
export function einsum(equation: string, ...tensors: Tensor[]): Tensor {
  if (typeof equation !== "string")
    throw badArgument("einsum", "equation", "a string", equation, 'write einsum("ij,jk->ik", a, b)');
  tensors.forEach((x, i) => {
    if (Array.isArray(x))
      throw badArgument("einsum", `operand ${i}`, "a tensor", x, `write einsum("${equation}", a, b)`);
    checkTensor("einsum", `operand ${i}`, x);
  });
  if (tensors.length > 1) checkSameBackend("einsum", tensors);
  if (tensors.length === 0) throw new ShapeError(`einsum: "${equation}" needs at least one tensor.`);
  const { inputs, output } = parseEquation(
    equation,
    tensors.map((x) => x.shape),
  );
  checkWholeSums(equation, tensors, inputs, output);
  const operands = tensors.map((x, i) => takeDiagonals(x, inputs[i]!));
  let product = operands[0]!;
  for (let i = 1; i < operands.length; i++) {
    const needed = new Set([...output, ...operands.slice(i + 1).flatMap(({ labels }) => labels)]);
    product = contract(product, operands[i]!, needed);
  }
  return inOrderOf(keepOnly(product, new Set(output)), output);
}

/**
 * Refuses products of int32 sums that might not fit; PyTorch computes them in int64. The bound is the sums of absolute
 * values.
 */
function checkWholeSums(
  equation: string,
  tensors: readonly Tensor[],
  inputs: readonly (readonly string[])[],
  output: readonly string[],
): void {
  if (tensors.length === 1 || tensors.some(({ dtype }) => isFloat(dtype))) return;
  const alone = (label: string): boolean => inputs.filter((labels) => labels.includes(label)).length === 1;
  if (!inputs.flat().some((label) => !output.includes(label) && alone(label))) return;
  const bound = einsum(equation, ...tensors.map((x) => x.to("float32").abs()));
  const rule = 'may not fit int32 (−2147483648 to 2147483647); convert the operands with to("float64")';
  refuseElements(
    "einsum",
    bound,
    (sum) => sum < 2147483000,
    () => new OverflowError(`einsum: "${equation}" of int32 ${rule}.`),
  );
}

function takeDiagonals(x: Tensor, labels: readonly string[]): Labelled {
  const repeat = labels.findIndex((label, i) => labels.indexOf(label) < i);
  if (repeat === -1) return { x, labels };
  const label = labels[repeat]!;
  const first = labels.indexOf(label);
  const rest = labels.filter((_, i) => i !== first && i !== repeat);
  return takeDiagonals(x.diagonal({ dim1: first, dim2: repeat }), [...rest, label]);
}

/** Sums over the labels that are not in `kept`. */
function keepOnly({ x, labels }: Labelled, kept: ReadonlySet<string>): Labelled {
  const dims = labels.flatMap((label, i) => (kept.has(label) ? [] : [i]));
  if (dims.length === 0) return { x, labels };
  return { x: x.sum(dims), labels: labels.filter((label) => kept.has(label)) };
}

/** The product of two operands, summed over labels that neither the output nor a later operand needs. */
function contract(left: Labelled, right: Labelled, needed: ReadonlySet<string>): Labelled {
  const stretched = [dropStretched(left, right), dropStretched(right, left)] as const;
  const a = keepOnly(stretched[0], new Set([...needed, ...stretched[1].labels]));
  const b = keepOnly(stretched[1], new Set([...needed, ...stretched[0].labels]));
  const shared = a.labels.filter((label) => b.labels.includes(label));
  const batch = shared.filter((label) => needed.has(label));
  const summed = shared.filter((label) => !needed.has(label));
  const rows = a.labels.filter((label) => !shared.includes(label));
  const columns = b.labels.filter((label) => !shared.includes(label));
  const labels = [...batch, ...rows, ...columns];
  const [batchShape, rowShape] = [sizesOf(a, batch), sizesOf(a, rows)];
  const [sumSize, columnShape] = [numelOf(sizesOf(a, summed)), sizesOf(b, columns)];
  const x = inOrderOf(a, [...batch, ...rows, ...summed]);
  if (summed.length === 0) {
    const beside = [...batchShape, ...rowShape.map(() => 1), ...columnShape];
    const product = x.reshape([...batchShape, ...rowShape, ...columnShape.map(() => 1)]);
    return { x: product.mul(inOrderOf(b, [...batch, ...columns]).reshape(beside)), labels };
  }
  const y = inOrderOf(b, [...batch, ...summed, ...columns]);
  const product = x
    .reshape([...batchShape, numelOf(rowShape), sumSize])
    .matmul(y.reshape([...batchShape, sumSize, numelOf(columnShape)]));
  return { x: product.reshape([...batchShape, ...rowShape, ...columnShape]), labels };
}

/** Drops dims of size 1 that are larger in the other operand, which provides them in the product. */
function dropStretched(operand: Labelled, other: Labelled): Labelled {
  const { x, labels } = operand;
  const dims = labels.flatMap((label, i) => {
    const at = other.labels.indexOf(label);
    return at !== -1 && x.shape[i] === 1 && other.x.shape[at] !== 1 ? [i] : [];
  });
  if (dims.length === 0) return operand;
  return { x: x.squeeze(dims), labels: labels.filter((_, i) => !dims.includes(i)) };
}

function sizesOf({ x, labels }: Labelled, wanted: readonly string[]): Shape {
  return wanted.map((label) => x.shape[labels.indexOf(label)]!);
}

function inOrderOf({ x, labels }: Labelled, order: readonly string[]): Tensor {
  const dims = order.map((label) => labels.indexOf(label));
  return dims.every((dim, i) => dim === i) ? x : x.permute(dims);
}

/**
 * An einsum equation with its ellipses expanded: one label per dim of each operand and of the output. A label is a
 * letter, or ".k" for the k-th dim from the right under an ellipsis.
 */
interface Equation {
  readonly inputs: readonly (readonly string[])[];
  readonly output: readonly string[];
}

/** Parses an equation for operands of the given shapes. @throws ShapeError if it does not fit them. */
function parseEquation(equation: string, shapes: readonly Shape[]): Equation {
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
