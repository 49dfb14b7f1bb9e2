// Matrices from diagonals, and back; the indices of triangles.
import * as c from "@saccade/contract";
import { fromData } from "../../create.ts";
import { checkAddressable, checkShape, checkTensor, tensorRules } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/**
 * Of a vector, the matrix with it on a diagonal and zeros elsewhere; of a matrix, the vector of a diagonal. 0, the
 * default, is the main diagonal; positive ones are above it.
 *
 * @throws ShapeError unless x is a vector or a matrix.
 * @example diag(tensor([1, 2])) // tensor([[1, 0], [0, 2]])
 */
export function diag(x: Tensor, diagonal?: number): Tensor {
  checkTensor("diag", "x", x);
  const offset = diagonal === undefined ? 0 : diagonal;
  c.checkInteger("diag", "diagonal", offset, undefined, undefined, "write diag(x, 1)");
  if (x.ndim === 1) return x.diagEmbed({ offset });
  if (x.ndim === 2) return x.diagonal({ offset });
  throw new c.ShapeError(
    `diag: ${x.describe()} must be a vector or a matrix; diagonal() and diagEmbed() take more dims.`,
  );
}

const diagflatOptions = c.options("diagflat(x, { offset: 1 })", {
  /** 0, the default, is the main diagonal; positive offsets are above it. */
  offset: c.whole(0),
});

/** Options of {@link diagflat}. */
export interface DiagflatOptions extends c.OptionsOf<typeof diagflatOptions> {}

/**
 * The matrix with the elements of x, in row-major order, on a diagonal and zeros elsewhere.
 *
 * @example diagflat(tensor([[1], [2]])) // tensor([[1, 0], [0, 2]])
 */
export function diagflat(x: Tensor, given?: DiagflatOptions): Tensor {
  checkTensor(diagflatOptions.what, "x", x);
  const { offset } = diagflatOptions(given);
  const size = x.numel + Math.abs(offset);
  checkAddressable("diagflat", [size, size]);
  return x.reshape([x.numel]).diagEmbed({ offset });
}

const triangleRules = {
  /** 0, the default, is the main diagonal; positive offsets are above it. */
  offset: c.whole(0),
  /** Where the indices live. Default: `getBackend()`. */
  backend: tensorRules.backend,
} as const;
/* @__NO_SIDE_EFFECTS__ */
function triangleCall<const What extends string>(what: What) {
  const most = 2 ** 31 - 1;
  const count = c.required(c.whole(undefined, { min: 0, max: most }));
  const words = {
    example: `${what}(3, 3, { offset: 1 })`,
    renamed: {
      dtype: 'the indices are int32; append .to("float32") to the call',
      device: "write { backend }",
    },
  };
  return c.signature(what, { rows: count, columns: count }, triangleRules, words);
}

const trilIndicesCall = triangleCall("trilIndices");
const triuIndicesCall = triangleCall("triuIndices");

/** Options of {@link trilIndices} and {@link triuIndices}. */
export interface TriangleIndicesOptions extends c.OptionsOf<typeof trilIndicesCall> {}

/**
 * The rows and columns of the elements on and below a diagonal of a (rows, columns) matrix, in row-major order: int32 (2,
 * n).
 *
 * @throws ArgumentError unless both sizes are whole numbers ≥ 0.
 * @example trilIndices(2, 2) // tensor([[0, 1, 1], [0, 0, 1]], dtype=int32)
 */
export function trilIndices(rows: number, columns: number, given?: TriangleIndicesOptions): Tensor {
  const { offset, backend } = trilIndicesCall([rows, columns, given]);
  return indicesWhere("trilIndices", rows, columns, backend, (row) => [0, row + offset + 1]);
}

/**
 * The rows and columns of the elements on and above a diagonal of a (rows, columns) matrix, in row-major order: int32 (2,
 * n).
 *
 * @throws ArgumentError unless both sizes are whole numbers ≥ 0.
 * @example triuIndices(2, 2) // tensor([[0, 0, 1], [0, 1, 1]], dtype=int32)
 */
export function triuIndices(rows: number, columns: number, given?: TriangleIndicesOptions): Tensor {
  const { offset, backend } = triuIndicesCall([rows, columns, given]);
  return indicesWhere("triuIndices", rows, columns, backend, (row) => [row + offset, columns]);
}

function indicesWhere(
  what: string,
  rows: number,
  columns: number,
  backend: Tensor["backend"] | undefined,
  kept: (row: number) => readonly [start: number, end: number],
): Tensor {
  checkShape(what, [rows, columns]);
  const found: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row++) {
    const [start, end] = kept(row);
    for (let column = Math.max(0, start); column < Math.min(columns, end); column++) {
      found[0].push(row);
      found[1].push(column);
    }
  }
  const data = Int32Array.from(found.flat());
  return fromData(data, [2, data.length / 2], { ...(backend && { backend }) });
}
