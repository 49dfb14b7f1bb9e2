import type { Size } from "../sizes/size.ts";
import type { Context } from "./context.ts";

/** A matrix in the graph, with its shape. */
export interface Matrix {
  readonly name: string;
  readonly shape: readonly Size[];
}

/**
 * a · b. Engines fail, or give anything, where a size is 0: then the sum of nothing gets a term of 0, and a result without rows or
 * columns gets one that is cut off again.
 */
export function product(c: Context, a: Matrix, b: Matrix): string {
  const { graph } = c;
  const rows = a.shape.length > 1 ? a.shape.at(-2)! : 1;
  const columns = b.shape.length > 1 ? b.shape.at(-1)! : 1;
  const [noTerms, noRows, noColumns] = [a.shape.at(-1)!, rows, columns].map((size) => c.vanishes(size));
  const left = padded(c, a, { "-1": noTerms!, "-2": noRows! });
  const right = padded(c, b, { [b.shape.length > 1 ? -2 : -1]: noTerms!, ...(noColumns && { "-1": true }) });
  const out = graph.op("MatMul", left, right);
  // The last dims of the result: rows and columns, where both are matrices.
  const row = b.shape.length > 1 ? -2 : -1;
  const cuts = [
    ...(noRows ? [{ dim: row, end: rows }] : []),
    ...(noColumns ? [{ dim: -1, end: columns }] : []),
  ];
  if (cuts.length === 0) return out;
  const [dims, starts, ends] = [cuts.map(({ dim }) => dim), cuts.map(() => 0), cuts.map(({ end }) => end)];
  return graph.slice(out, dims, starts, ends);
}

// One more element of 0 along some dims, counted from the end.
function padded({ graph, dtype }: Context, { name, shape }: Matrix, dims: Record<string, boolean>): string {
  const wanted = Object.keys(dims).filter((dim) => dims[dim]);
  if (wanted.length === 0) return name;
  const pads = new Array<number>(2 * shape.length).fill(0);
  for (const dim of wanted) pads[pads.length + Number(dim)] = 1;
  const zero = graph.scalar(0, dtype);
  return graph.node("Pad", [name, graph.ints(pads), zero], { mode: "constant" });
}

/** The shape of a matrix with its last two dims exchanged. */
export function turnedShape(shape: readonly Size[]): readonly Size[] {
  return [...shape.slice(0, -2), shape.at(-1)!, shape.at(-2)!];
}
