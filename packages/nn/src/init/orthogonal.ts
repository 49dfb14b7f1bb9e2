import { normal as drawNormal, fromData, type Generator, referenceBackend, scope } from "@saccade/tensor";
import { number } from "@saccade/tensor/contract";
import type { Parameter } from "../parameter.ts";
import { write } from "./fill.ts";
import { fansOf, type XavierOptions, xavierCall } from "./scaled.ts";

const call = /* @__PURE__ */ xavierCall("orthogonal", /* @__PURE__ */ number(1));

/**
 * gain times a matrix with orthonormal rows or columns, whichever are fewer, of the weight flattened to
 * (out, rest), written into the parameter (Saxe, McClelland & Ganguli 2013).
 *
 * @throws ShapeError for fewer than two dims.
 * @example
 * const q = init.orthogonal(new Linear(2, 2).weight);
 * q.matmul(q.t()).sub(eye(2)).abs().lt(1e-5).all() // tensor(True, dtype=bool)
 */
export function orthogonal(parameter: Parameter, options?: XavierOptions): Parameter {
  const { gain, generator } = call([parameter, options]);
  fansOf("init.orthogonal", parameter);
  const rows = parameter.size(0);
  const columns = parameter.numel / rows;
  const vectors = orthonormalVectors(Math.min(rows, columns), Math.max(rows, columns), generator);
  const data = Float64Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return gain * (rows <= columns ? vectors[row]![column]! : vectors[column]![row]!);
  });
  return write(parameter, () => fromData(data, parameter.shape, { backend: referenceBackend() }));
}

// Gram-Schmidt on normal vectors, done twice to remove rounding errors.
function orthonormalVectors(count: number, length: number, by?: Generator): Float64Array[] {
  const options = { backend: referenceBackend(), ...(by && { generator: by }) };
  const drawn = scope(() => drawNormal(0, 1, [count, length], options).dataSync());
  const found: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    const v = Float64Array.from(drawn.subarray(k * length, (k + 1) * length));
    for (const earlier of [...found, ...found]) {
      const along = dot(v, earlier);
      for (let i = 0; i < length; i++) v[i] = v[i]! - along * earlier[i]!;
    }
    const norm = Math.sqrt(dot(v, v));
    found.push(v.map((x) => x / norm));
  }
  return found;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
