import { ones, referenceBackend, tensor } from "../../src/index.ts";
import type * as functions from "../../src/ops/views/functions.gen.ts";
import { arg, type Call, type Callable, count, ofKind } from "../walk.ts";

const x = tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
const box = ones([2, 2, 2]);
const unary: Call = { takes: { x } };
const two: Call = { takes: { x: ofKind(x), other: ofKind(ones([3, 2])) } };
const list: Call = { takes: { tensors: [x, x] } };
const backend = ofKind(referenceBackend());
const sections = arg([[1, 2], 1, []]);

/** A right call of each function. */
export const viewsCalls: Record<Callable<typeof functions>, Call> = {
  hstack: list,
  vstack: list,
  dstack: list,
  columnStack: list,
  atleast1d: unary,
  atleast2d: unary,
  atleast3d: unary,
  tensorSplit: { takes: { x, sections, "dim?": 1 } },
  hsplit: { takes: { x, sections } },
  vsplit: { takes: { x, sections } },
  dsplit: { takes: { x: box, sections } },
  broadcastShapes: { takes: [[2, 1], [3]] },
  broadcastTo: { takes: [x, [2, 2, 3]] },
  broadcastTensors: { takes: { "tensor 0": x, "tensor 1": ones([3]) } },
  meshgrid: { takes: { tensors: [ones([2]), ones([3])] }, options: { indexing: "xy" } },
  cartesianProd: { takes: { "vector 0": ones([2]), "vector 1": ones([2]) } },
  unflatten: { takes: { x, dim: 1, sizes: [3, 1] } },
  ravel: unary,
  reshapeAs: two,
  viewAs: two,
  swapaxes: { takes: { x, axis0: 0, axis1: 1 } },
  mT: unary,
  fliplr: unary,
  flipud: unary,
  diag: { takes: { x, "diagonal?": 1 } },
  diagflat: { takes: { x }, options: { offset: 1 } },
  trilIndices: { takes: { rows: count(2), columns: count(3) }, options: { offset: 1, backend } },
  triuIndices: { takes: { rows: count(2), columns: count(3) }, options: { offset: 1, backend } },
  diagonalScatter: { takes: { x, src: ones([2]) }, options: { offset: 0, dim1: 0, dim2: 1 } },
  selectScatter: { takes: { x, src: ones([3]), dim: 0, index: 1 } },
  sliceScatter: { takes: { x, src: x, dim: 1 }, options: { start: 0, stop: 3, step: 1 } },
  asStrided: { takes: { x, size: [2, 2], stride: [1, 2] }, options: { storageOffset: count(1) } },
  asStridedScatter: {
    takes: { x, src: ones([2, 2]), size: [2, 2], stride: [1, 2] },
    options: { storageOffset: count(1) },
  },
  unfold: { takes: { x, dim: 1, size: 2, step: 1 } },
  rot90: { takes: { x }, options: { k: 2, dims: arg([[0, 1]]) } },
};
