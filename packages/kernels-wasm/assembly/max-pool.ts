// The place of each window's maximum in its image, four windows of a row at a time.
import { loadApart, pick } from "./simd";

/**
 * index (images, rows, columns) of x (images, height, width). Of equal elements the first one wins, of NaN the last one;
 * elements outside of the image do not count.
 */
export function maxPoolIndex(
  x: usize, index: usize, images: usize, height: isize, width: isize, rows: isize, columns: isize,
  kernelRows: isize, kernelColumns: isize, strideRows: isize, strideColumns: isize, top: isize, left: isize,
  dilationRows: isize, dilationColumns: isize,
): void {
  const lanes = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(strideColumns));
  // From the first to the last of four windows that have all of their columns in the image.
  const span = 3 * strideColumns + (kernelColumns - 1) * dilationColumns;
  const end = x + images * height * width * 4;
  for (; images > 0; images--, x += height * width * 4) {
    for (let i: isize = 0; i < rows; i++) {
      const above = i * strideRows - top;
      for (let j: isize = 0; j < columns; ) {
        const before = j * strideColumns - left;
        if (j + 4 <= columns && before >= 0 && before + span < width) {
          let k: isize = 0;
          while (above + k * dilationRows < 0) k++;
          let best = f32x4.splat(-Infinity);
          let found = i32x4.add(lanes, i32x4.splat((above + k * dilationRows) * width + before));
          for (; k < kernelRows && above + k * dilationRows < height; k++) {
            let place = (above + k * dilationRows) * width + before;
            for (let l: isize = 0; l < kernelColumns; l++, place += dilationColumns) {
              const p = x + place * 4;
              let v: v128;
              if (strideColumns == 2 && p + 32 <= end) v = v128.shuffle<i32>(v128.load(p), v128.load(p, 16), 0, 2, 4, 6);
              else v = loadApart(p, strideColumns * 4);
              const wins = v128.or(f32x4.gt(v, best), f32x4.ne(v, v));
              best = pick(wins, v, best);
              found = pick(wins, i32x4.add(i32x4.splat(place), lanes), found);
            }
          }
          v128.store(index, found);
          index += 16;
          j += 4;
        } else {
          store<i32>(index, placeOf(
            x, height, width, above, before, kernelRows, kernelColumns, dilationRows, dilationColumns,
          ));
          index += 4;
          j++;
        }
      }
    }
  }
}

function placeOf(
  x: usize, height: isize, width: isize, above: isize, before: isize, kernelRows: isize, kernelColumns: isize,
  dilationRows: isize, dilationColumns: isize,
): isize {
  let found: isize = -1;
  let best: f32 = 0;
  for (let k: isize = 0; k < kernelRows; k++) {
    const row = above + k * dilationRows;
    if (row < 0 || row >= height) continue;
    for (let l: isize = 0; l < kernelColumns; l++) {
      const column = before + l * dilationColumns;
      if (column < 0 || column >= width) continue;
      const v = load<f32>(x + (row * width + column) * 4);
      if (found < 0 || v > best || v != v) {
        found = row * width + column;
        best = v;
      }
    }
  }
  return found;
}
