import { numelOf, type Operand } from "@saccade/tensor/backend";

export { numelOf as countOf };

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
  readonly groups?: readonly [number, number, number];
  /** The declarations and `main`; called once for each variant. Gets the names of the buffers, those read first. */
  readonly source: (buffers: readonly string[]) => string;
}

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
