// Convolutions as matrix products whose right operand is never there as a whole: a few columns of it at a time are packed
// from the image as the product's tiles want them, and stay in the nearest cache. Which elements they are say two tables of
// offsets, of columns and of what is summed over: positions of windows, and elements of a window. Three products come of
// it: the output (a column is a position, a sum goes over a window); x's gradient (the same for the output's cotangent,
// spread by the stride, windows back to front); the weight's gradient (a column is an element of the window, a sum goes over
// positions).
import * as at from "../src/shared/convolution-block";
import { copyRows, fill, transposeLines } from "./copy";
import { INNER, panels, vectorsOf, widest } from "./matmul";

/** So many columns are packed at a time: a panel. The last ones may be four more, or a narrower panel beside it. */
const COLUMNS: usize = widest * 4;
const PACKED_BYTES: usize = (COLUMNS + 4) * INNER * 4;

/** The bytes of scratch that a thread needs; planes: their elements. */
export function convolveScratch(planes: usize, columns: usize, depth: usize): usize {
  return (planes + columns + depth) * 4 + PACKED_BYTES;
}

/** Images `from` to `to`, at least one; c is that of the first one. */
export function convolve(block: usize, from: usize, to: usize, c: usize, scratch: usize): void {
  const groups = load<usize>(block, at.groups);
  const rows = load<usize>(block, at.rows);
  const columns = load<usize>(block, at.columns);
  const depth = load<usize>(block, at.depth);
  const summed = load<bool>(block, at.summed);
  const imageBytes = load<usize>(block, at.channels) * load<usize>(block, at.height) * load<usize>(block, at.width) * 4;
  const planeBytes =
    load<usize>(block, at.channels) * load<usize>(block, at.planeRows) * load<usize>(block, at.planeColumns) * 4;
  const columnTable = scratch + planeBytes;
  const depthTable = columnTable + columns * 4;
  const packed = depthTable + depth * 4;
  writeTable(block + at.columnTable, columns, columnTable);
  writeTable(block + at.depthTable, depth, depthTable);
  // The same places are written for every image: what is zero stays so.
  memory.fill(scratch, 0, planeBytes);
  for (let n = from; n < to; n++) {
    for (let g: usize = 0; g < groups; g++) {
      spread(block, load<usize>(block, at.image) + (n * groups + g) * imageBytes, scratch);
      const matrix = summed ? n * groups + g : g;
      const a = load<usize>(block, at.a) + matrix * rows * depth * 4;
      const to = c + (summed ? g : (n - from) * groups + g) * rows * columns * 4;
      const bias = load<usize>(block, at.bias);
      multiply(
        rows, columns, depth, a, scratch, columnTable, depthTable, packed, to, bias && bias + g * rows * 4,
        summed && n > from,
      );
    }
  }
}

/** The last offset replaces those that are missing. */
function writeTable(table: usize, count: usize, to: usize): void {
  const end = to + count * 4;
  let offset: usize = 0;
  for (let i: usize = 0; i < load<usize>(table); i++) {
    for (let j: usize = 0; j < load<usize>(table, 4); j++) {
      for (let k: usize = 0; k < load<usize>(table, 8); k++) {
        offset = i * load<usize>(table, 12) + j * load<usize>(table, 16) + k * load<usize>(table, 20);
        offset = (offset + load<usize>(table, 24)) * 4;
        store<usize>(to, offset);
        to += 4;
      }
    }
  }
  for (; to < end; to += 4) store<usize>(to, offset);
}

/** Spreads an image over the planes; elements that fall beside them are left out. */
function spread(block: usize, image: usize, planes: usize): void {
  const height = load<isize>(block, at.height);
  const width = load<isize>(block, at.width);
  const planeRows = load<isize>(block, at.planeRows);
  const planeColumns = load<isize>(block, at.planeColumns);
  const left = load<isize>(block, at.left);
  const apart = load<isize>(block, at.apartColumns);
  const first = max<isize>(0, -left);
  const count = min<isize>(width, planeColumns - left) - first;
  for (let c = load<usize>(block, at.channels); c > 0; c--) {
    let row = load<isize>(block, at.top);
    for (let i: isize = 0; i < height; i++, image += width * 4, row += load<isize>(block, at.apartRows)) {
      if (row < 0 || row >= planeRows) continue;
      const to = planes + row * planeColumns * 4;
      if (apart == 1) {
        if (count > 0) copyRows(image + first * 4, to + (left + first) * 4, count * 4, 1, 0, 0);
      } else {
        for (let j: isize = 0, at = left; j < width; j++, at += apart) {
          if (at >= 0 && at < planeColumns) store<u32>(to + at * 4, load<u32>(image + j * 4));
        }
      }
    }
    planes += planeRows * planeColumns * 4;
  }
}

/** One image's product. c is added to where `more` says so, or where there is a bias, which is put there first. */
function multiply(
  rows: usize, columns: usize, depth: usize, a: usize, image: usize, columnTable: usize, depthTable: usize, packed: usize,
  c: usize, bias: usize, more: bool,
): void {
  const cRow = columns * 4;
  // Blocks of about one size.
  const blocks = (depth + INNER - 1) / INNER;
  const block = (depth + blocks - 1) / blocks;
  let width: usize = 0;
  for (let j: usize = 0; j < columns; j += width) {
    width = columns - j;
    if (width > COLUMNS + 4) width = COLUMNS;
    const to = c + j * 4;
    if (bias != 0) for (let i: usize = 0; i < rows; i++) fill(to + i * cRow, width, load<f32>(bias + i * 4));
    for (let p: usize = 0; p < depth; p += block) {
      const count = min(block, depth - p);
      pack(width, count, image, columnTable + j * 4, depthTable + p * 4, packed);
      panels(rows, width, count, a + p * 4, depth * 4, 4, packed, 0, to, cRow, more || bias != 0 || p > 0);
    }
  }
}

/** Whether four offsets follow each other. All of them count: from one channel's window to the next, they may jump back. */
function dense(p: usize, offset: usize): bool {
  if (load<usize>(p, 4) != offset + 4) return false;
  return load<usize>(p, 8) == offset + 8 && load<usize>(p, 12) == offset + 12;
}

/** Packs as matmul's `pack` does, but from where the tables say. */
function pack(m: usize, k: usize, image: usize, columns: usize, depth: usize, to: usize): void {
  const end = depth + k * 4;
  let left = (m + 3) >> 2;
  for (let j: usize = 0; left > 0; ) {
    const vectors = vectorsOf(left, (m & 3) != 0);
    left -= vectors;
    const step = max<usize>(vectors, 2) * 16;
    for (let v: usize = 0; v < max<usize>(vectors, 2); v++) {
      const column = columns + min(j, m - 4) * 4;
      const x0 = image + load<usize>(column);
      const x1 = image + load<usize>(column, 4);
      const x2 = image + load<usize>(column, 8);
      const x3 = image + load<usize>(column, 12);
      let y = to + v * 16;
      if (x1 == x0 + 4 && x2 == x0 + 8 && x3 == x0 + 12) {
        for (let p = depth; p != end; p += 4, y += step) v128.store(y, v128.load(x0 + load<usize>(p)));
      } else {
        for (let p = depth; p != end; p += 4, y += step) {
          const offset = load<usize>(p);
          if (p + 12 < end && dense(p, offset)) {
            // Four rows of four, each dense the other way.
            transposeLines(x0 + offset, x1 + offset, x2 + offset, x3 + offset, y, step);
            p += 12;
            y += 3 * step;
            continue;
          }
          let lanes = v128.load32_zero(x0 + offset);
          lanes = v128.load_lane<u32>(x1 + offset, lanes, 1);
          lanes = v128.load_lane<u32>(x2 + offset, lanes, 2);
          v128.store(y, v128.load_lane<u32>(x3 + offset, lanes, 3));
        }
      }
      j += 4;
    }
    to += step * k;
  }
}
