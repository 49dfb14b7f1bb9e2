import type { Tensor } from "@saccade/tensor";
import { applyInto, defineOp, type Op } from "@saccade/tensor/backend";

interface RowsAttrs {
  /** The row of the target that row 0 of the source replaces. */
  readonly start: number;
}

// (b, h, capacity, d) with rows start, start + 1, … replaced by those of (b, h, n, d). In place, the rest is not touched:
// so a cached token costs the same at any length.
const writeRowsOp: Op<readonly [Tensor, Tensor], readonly [Tensor], RowsAttrs> = defineOp<
  readonly [Tensor, Tensor],
  readonly [Tensor],
  RowsAttrs
>({
  name: "writeRows",
  strided: true,
  infer: ([target]) => [{ shape: target.shape, dtype: target.dtype }],
  forward([target, source], [out], { start }) {
    const [b, h, capacity, d] = out.shape as readonly [number, number, number, number];
    const inPlace = target.data.buffer === out.data.buffer && target.data.byteOffset === out.data.byteOffset;
    if (!inPlace) {
      for (let i = 0; i < b * h * capacity * d; i++) out.data[i] = target.data[target.offset + i]!;
    }
    const { data, offset, shape, strides } = source;
    const [sb, sh, sn, sd] = strides as readonly [number, number, number, number];
    for (let i = 0; i < b; i++) {
      for (let j = 0; j < h; j++) {
        for (let row = 0; row < shape[2]!; row++) {
          const from = offset + i * sb + j * sh + row * sn;
          const to = ((i * h + j) * capacity + start + row) * d;
          for (let x = 0; x < d; x++) out.data[to + x] = data[from + x * sd]!;
        }
      }
    }
  },
  gradient() {
    throw new Error("writeRows: caches are written where no tape records.");
  },
});

/** Writes rows (b, h, n, d) into a buffer (b, h, capacity, d), from row `start` on, in place. */
export function writeRows(buffer: Tensor, rows: Tensor, start: number): void {
  applyInto(writeRowsOp, [buffer, rows], { start }, [buffer]);
}
