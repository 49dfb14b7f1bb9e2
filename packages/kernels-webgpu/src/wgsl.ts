import type { Operand } from "@saccade/tensor/backend";

// The parts of a kernel's launch, and the WGSL that all kernels share: numbers among the parameters, loops over
// elements, and where an operand has an element.

/** Threads of a workgroup, in kernels of one thread an element. */
export const groupThreads = 64;

/** A kernel launch: the bindings, the parameters, and the WGSL source if it has not been built yet. */
export interface Launch {
  /** The op. Together with `variant` it determines the source. */
  readonly name: string;
  readonly variant: string;
  readonly reads: readonly Operand[];
  readonly writes: readonly Operand[];
  /** At most {@link mostWords} words: `u(i)` and `f(i)` in the source. */
  readonly words: readonly number[];
  /** The threads of kernels that have one an element, or workgroups. */
  readonly threads?: number;
  readonly groups?: Groups;
  /** The declarations and `main`; called once for each variant. Gets the names of the buffers, those read first. */
  readonly source: (buffers: readonly string[]) => string;
}

/** How many workgroups a dispatch has in each dim. */
export type Groups = readonly [x: number, y: number, z?: number];

/** Words of parameters that a kernel gets. */
export const mostWords = 128;

/** Another window on an operand's buffer. Operands may be tensors, whose members cannot be spread. */
export function windowOn(
  { buffer, dtype, offset }: Operand,
  shape: readonly number[],
  strides: readonly number[],
  start: number = offset,
): Operand {
  return { buffer, dtype, shape, strides, offset: start };
}

/** An operand as it is now: tensors may be freed, or moved, before a kernel runs. */
export function snapshot(x: Operand): Operand {
  return windowOn(x, x.shape, x.strides);
}

/** How elements lie on the GPU, four bytes each. */
export const storageTypes: Readonly<Record<Operand["dtype"], string>> = {
  float32: "f32",
  int32: "i32",
  bool: "u32",
  float64: "f64",
};

/** Parameter i as a u32, in WGSL. */
export function u(i: number): string {
  return `words[${i >> 2}][${i & 3}]`;
}

/** Parameter i as an f32, in WGSL. */
export function f(i: number): string {
  return `bitcast<f32>(${u(i)})`;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The word of an f32 parameter. */
export function wordOf(x: number): number {
  float[0] = x;
  return bits[0]!;
}

/** A `main` that runs `body` for each element `i` below parameter 0: a thread for one, or for several. */
export function perElement(body: string): string {
  return `@compute @workgroup_size(${groupThreads})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let across = groups.x * ${groupThreads}u;
  for (var i = id.x + id.y * across; i < ${u(0)}; i += across * groups.y) {
${body}
  }
}`;
}

/** A `main` that runs `body` for each `row` below parameter 0: a workgroup for one, whose threads know their `lane`. */
export function perGroup(threads: number, body: string): string {
  return `@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let row = group.x + group.y * groups.x;
  if (row >= ${u(0)}) { return; }
${body}
}`;
}

/** Joins what the lanes of a workgroup hold, each with the one `half` further on, until the first has all. */
export function inHalves(threads: number, join: string): string {
  return `  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    if (lane < half) { ${join} }
    workgroupBarrier();
  }`;
}

/** Dims that several operands of one shape are walked along, the innermost first. */
export interface Walk {
  readonly sizes: readonly number[];
  /** For each operand, its step in each dim. */
  readonly strides: readonly (readonly number[])[];
}

/** Where an operand lies in its buffer. */
export type Place = Pick<Operand, "strides" | "offset">;

/** Drops dims of size 1 and merges neighbors that are contiguous in every operand. */
export function walkOf(shape: readonly number[], operands: readonly Place[]): Walk {
  const sizes: number[] = [];
  const strides: number[][] = operands.map(() => []);
  for (let d = shape.length - 1; d >= 0; d--) {
    const size = shape[d]!;
    if (size === 1) continue;
    const last = sizes.length - 1;
    const joins = last >= 0 && operands.every((x, k) => x.strides[d] === strides[k]![last]! * sizes[last]!);
    if (joins) {
      sizes[last] = sizes[last]! * size;
      continue;
    }
    sizes.push(size);
    for (const [k, x] of operands.entries()) strides[k]!.push(x.strides[d]!);
  }
  return { sizes, strides };
}

/** The parameters of a walk: its sizes, then offset and strides of each operand. */
export function wordsOf({ sizes, strides }: Walk, operands: readonly Place[]): number[] {
  const words = [...sizes];
  for (const [k, x] of operands.entries()) words.push(x.offset, ...strides[k]!);
  return words;
}

/**
 * WGSL that finds where element `i` of a walk lies in each operand: variables at0, at1, …
 *
 * @param first the parameter at which the words of the walk start
 * @param at the name of the variables, without their number
 */
export function findPlaces(
  { sizes, strides }: Walk,
  first: number,
  i: string = "i",
  at: string = "at",
): string {
  const rank = sizes.length;
  const offset = (k: number): number => first + rank + k * (rank + 1);
  const lines = strides.map((_, k) => `  var ${at}${k} = ${u(offset(k))};`);
  if (rank > 0) lines.push(`  var ${at}Rest = ${i};`);
  for (let d = 0; d < rank; d++) {
    const size = u(first + d);
    const isLast = d === rank - 1;
    lines.push(`  let ${at}Index${d} = ${at}Rest${isLast ? "" : ` % ${size}`};`);
    lines.push(...strides.map((_, k) => `  ${at}${k} += ${at}Index${d} * ${u(offset(k) + 1 + d)};`));
    if (!isLast) lines.push(`  ${at}Rest /= ${size};`);
  }
  return lines.join("\n");
}

/** Collects a kernel's parameters, in an order that its source may rely on. */
export class Parameters {
  readonly words: number[] = [];

  /** A whole number, as a u32 in WGSL. */
  whole(value: number): string {
    return u(this.words.push(value >>> 0) - 1);
  }

  /** A number, as an f32 in WGSL. */
  float(value: number): string {
    return `bitcast<f32>(${this.whole(wordOf(value))})`;
  }

  /** Where an operand has the element at some coordinates, one for each of its dims: WGSL of its index in the buffer. */
  place({ offset, strides }: Pick<Operand, "offset" | "strides">): (...at: readonly string[]) => string {
    const start = this.whole(offset);
    const steps = strides.map((stride) => this.whole(stride));
    return (...at) => [start, ...steps.map((step, d) => `(${at[d]}) * ${step}`)].join(" + ");
  }
}
