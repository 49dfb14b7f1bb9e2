import { type Conv2dAttrs, type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import {
  addressOf,
  denseAt,
  type Machine,
  onFloats,
  overRows,
  permuted,
  withBlocks,
  withScratch,
} from "../kernel.ts";
import { cheap, inPieces, products, ranges } from "../split.ts";
import { writeBlock } from "../walker.ts";
import { sumColumns } from "./reduce.ts";

/** The number of parts of the batch over which the weight's gradient is summed separately. */
const parts = 8;
/** or over less where their sums would be more elements than so. */
const mostSums = 2 ** 22;
/** The fewest columns that a product takes. */
const fewest = 4;

/** Convolutions of float32 and their gradients, and the indices of maxima in windows. */
export function convolutionKernels(machine: Machine): KernelTable {
  return {
    conv2d: onFloats(([x, weight, bias], [y], attrs) => {
      if (isEmpty(x!, weight!)) return false;
      if (numelOf(y!.shape) === 0) return true;
      const sizes = sizesOf(x!, weight!, y!, attrs);
      const { outs, positions, elements } = sizes;
      withBlocks(machine, (scratch) => {
        const [image, a] = [scratch.dense(x!), scratch.dense(weight!)];
        const product = {
          rows: outs,
          columns: positions,
          depth: elements,
          a,
          bias: bias ? scratch.dense(bias) : 0,
        };
        eachImage(machine, { ...padded(sizes, image, attrs), ...product }, addressOf(y!));
      });
      return true;
    }),
    conv2dInput: onFloats(([g, weight], [dx], attrs) => {
      if (isEmpty(g!, weight!)) return false;
      if (numelOf(dx!.shape) === 0) return true;
      const { batch, groups, outs, channels, kernel, size, counts } = sizesOf(dx!, weight!, g!, attrs);
      const { stride, padding, dilation } = attrs;
      withBlocks(machine, (scratch) => {
        const shape = [groups, outs, channels, kernel[0] * kernel[1]];
        const filters = denseAt(scratch.dense(weight!), { dtype: "float32", shape });
        const reach = pairOf((i) => dilation[i] * (kernel[i] - 1));
        const planes = pairOf((i) => size[i] + reach[i]);
        const spread = {
          ...{ batch, groups, image: scratch.dense(g!), channels: outs, size: counts, planes, apart: stride },
          corner: pairOf((i) => reach[i] - padding[i]),
        };
        const product = {
          ...{ rows: channels, columns: table([1, ...size], [0, planes[1], 1]), bias: 0 },
          a: scratch.dense(permuted(filters, [0, 2, 1, 3])),
          // Back to front.
          depth: table(
            [outs, ...kernel],
            [planes[0] * planes[1], -dilation[0] * planes[1], -dilation[1]],
            reach[0] * planes[1] + reach[1],
          ),
        };
        eachImage(machine, { ...spread, ...product }, addressOf(dx!));
      });
      return true;
    }),
    conv2dWeight: onFloats(([g, x], [dWeight], attrs) => {
      if (isEmpty(g!, x!, dWeight!)) return false;
      const sizes = sizesOf(x!, dWeight!, g!, attrs);
      const { outs, positions, elements } = sizes;
      withBlocks(machine, (scratch) => {
        const product = { rows: outs, columns: elements, depth: positions, a: scratch.dense(g!), bias: 0 };
        allImages(machine, { ...padded(sizes, scratch.dense(x!), attrs), ...product }, addressOf(dWeight!));
      });
      return true;
    }),
    maxPoolIndex: onFloats(([x], [index], { kernel, stride, padding, dilation }) => {
      const [size, counts] = [lastTwo(x!), lastTwo(index!)];
      const parts = [x, index];
      const bytes = [numelOf(size) * 4, numelOf(counts) * 4];
      const images = numelOf(x!.shape.slice(0, -2));
      const more = [...size, ...counts, ...kernel, ...stride, ...padding, ...dilation];
      const split = cheap(numelOf(counts) * numelOf(kernel));
      return overRows(machine, "maxPoolIndex", images, split, parts, bytes, ...more);
    }),
  };
}

/** Without elements to multiply, there are no products: the reference fills the result. */
function isEmpty(...operands: readonly Operand[]): boolean {
  return operands.some(({ shape }) => numelOf(shape) === 0);
}

type Pair = readonly [number, number];

function pairOf(f: (dim: 0 | 1) => number): Pair {
  return [f(0), f(1)];
}

/** Offsets in row-major order, in elements. */
interface Table {
  readonly sizes: readonly number[];
  readonly steps: readonly number[];
  readonly start: number;
}

function table(sizes: readonly number[], steps: readonly number[], start: number = 0): Table {
  return { sizes, steps, start };
}

/** A batch of images, and the planes that each one is spread over. */
interface Images {
  readonly batch: number;
  readonly groups: number;
  readonly image: number;
  /** Of one group. */
  readonly channels: number;
  readonly size: Pair;
  readonly planes: Pair;
  readonly corner: Pair;
  readonly apart: Pair;
}

/** The numbers of a convolution that the kernel reads; see src/shared/convolution-block.ts. */
interface Product extends Images {
  readonly rows: number;
  readonly columns: Table;
  readonly depth: Table;
  readonly a: number;
  readonly bias: number;
}

/** What {@link sizesOf} finds: channels and outs of one group, `counts` of windows, and the `elements` of a window. */
type Sizes = ReturnType<typeof sizesOf>;

function sizesOf(
  x: Operand,
  weight: Operand,
  y: Operand,
  { stride, padding, dilation, groups }: Conv2dAttrs,
) {
  const [outs, channels] = [weight.shape[0]! / groups, weight.shape[1]!];
  const [kernel, size, counts] = [lastTwo(weight), lastTwo(x), lastTwo(y)];
  const planes = pairOf((i) => size[i] + 2 * padding[i]);
  const positions = table([1, ...counts], [0, stride[0] * planes[1], stride[1]]);
  const steps = [planes[0] * planes[1], dilation[0] * planes[1], dilation[1]];
  const elements = table([channels, ...kernel], steps);
  return { batch: x.shape[0]!, groups, channels, outs, kernel, size, planes, counts, positions, elements };
}

function lastTwo({ shape }: Operand): Pair {
  return [shape.at(-2)!, shape.at(-1)!];
}

function padded({ batch, groups, channels, size, planes }: Sizes, image: number, attrs: Conv2dAttrs): Images {
  return { batch, groups, image, channels, size, planes, corner: attrs.padding, apart: [1, 1] };
}

/** A result for each image. */
function eachImage(machine: Machine, product: Product, to: number): void {
  const { batch, groups, rows } = product;
  const columns = numelOf(product.columns.sizes);
  const block = blockOf(machine, product, false);
  withMatrices(machine, batch * groups * rows, columns, to, (c, row) => {
    const bytes = scratchOf(machine, product);
    withScratch(machine, machine.threads * bytes, (scratch) => {
      const work = groups * rows * columns * numelOf(product.depth.sizes);
      inPieces(machine, "convolve", batch, products(work, 1, bytes), (from, count) => {
        return [block, from, from + count, c + from * groups * rows * row, scratch];
      });
    });
  });
}

/** The sum of all images' results, summed in parts. Which ones follows from the shapes alone. */
function allImages(machine: Machine, product: Product, to: number): void {
  const { batch, groups, rows } = product;
  const columns = numelOf(product.columns.sizes);
  const block = blockOf(machine, product, true);
  const count = groups * rows;
  const some = Math.max(1, Math.min(parts, Math.floor(mostSums / (count * columns))));
  const pieces = ranges(batch, some, 1);
  withMatrices(machine, count, columns, to, (c, row) => {
    const bytes = scratchOf(machine, product);
    withScratch(machine, pieces.length * count * row, (sums) => {
      withScratch(machine, machine.threads * bytes, (scratch) => {
        const tasks = pieces.map(([from, images], i) => {
          return [block, from, from + images, sums + i * count * row, scratch];
        });
        machine.parallel("convolve", tasks, bytes);
      });
      sumColumns(machine, sums, c, { rows: pieces.length, columns: (count * row) / 4 });
    });
  });
}

/** Runs f with the address and the bytes of a row of matrices that have columns enough for the kernel. */
function withMatrices(
  machine: Machine,
  rows: number,
  columns: number,
  to: number,
  f: (c: number, row: number) => void,
): void {
  if (columns >= fewest) {
    f(to, columns * 4);
    return;
  }
  withScratch(machine, rows * fewest * 4, (c) => {
    f(c, fewest * 4);
    machine.wasm.copyRows(c, to, columns * 4, rows, fewest * 4, columns * 4);
  });
}

function scratchOf({ wasm }: Machine, { channels, planes, columns, depth }: Product): number {
  const positions = Math.max(fewest, numelOf(columns.sizes));
  return wasm.convolveScratch(channels * planes[0] * planes[1], positions, numelOf(depth.sizes));
}

/** The parameters, in the order of shared/convolution-block.ts. */
function blockOf(machine: Machine, product: Product, summed: boolean): number {
  const { groups, rows, columns, depth, a, bias, image, channels, size, planes, corner, apart } = product;
  const counts = [Math.max(fewest, numelOf(columns.sizes)), numelOf(depth.sizes)];
  return writeBlock(machine, [
    ...[groups, rows, ...counts, a, Number(summed), bias],
    ...[image, channels, ...size, ...planes, ...corner, ...apart],
    ...[...columns.sizes, ...columns.steps, columns.start],
    ...[...depth.sizes, ...depth.steps, depth.start],
  ]);
}
