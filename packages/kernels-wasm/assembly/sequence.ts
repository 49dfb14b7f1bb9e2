// Recurrent layers over a sequence, forward and back through time, for the rows `begin` to `end` of the batch: rows do
// not meet but in the weight's gradient. A cell with 3 gates is a GRU, one with 4 an LSTM, whose cell states c are 0
// (no address) for a GRU. All operands are dense; `lengths` is 0 where all rows run all steps.
import { gruRows, gruRowsBackward, lstmRows, lstmRowsBackward } from "./cells";
import { multiplyPanels } from "./panels";

@inline function runs(lengths: usize, row: usize, t: usize): bool {
  return <isize>t < load<i32>(lengths + row * 4);
}

/**
 * h and c hold the first state and then the last. Writes the states of all steps to hs and cs, and U h + c (the bias)
 * to u: of all steps where `keep`, else to one step's room.
 */
export function sequenceForward(
  gates: usize, x: usize, u: usize, keep: bool, h: usize, c: usize, hs: usize, cs: usize, bias: usize, panels: usize,
  lengths: usize, steps: usize, batch: usize, hidden: usize, reverse: bool, begin: usize, end: usize,
): void {
  const state = hidden * 4;
  const width = gates * state;
  const n = end - begin;
  const count: usize = lengths == 0 ? n : 1; // rows that run at a time
  for (let i: usize = 0; i < steps; i++) {
    const t = reverse ? steps - 1 - i : i;
    const xt = x + t * batch * width;
    const ut = keep ? u + t * batch * width : u;
    const hst = hs + t * batch * state;
    const cst = cs + t * batch * state;
    multiplyPanels(n, hidden, gates * hidden, h + begin * state, state, panels, bias, 0, ut + begin * width, width);
    for (let row = begin; row < end; row += count) {
      const at = row * state;
      if (lengths != 0 && !runs(lengths, row, t)) {
        memory.fill(hst + at, 0, state);
        if (gates == 4) memory.fill(cst + at, 0, state);
        continue;
      }
      if (gates == 3) gruRows(xt + row * width, ut + row * width, h + at, hst + at, count, hidden);
      else lstmRows(xt + row * width, ut + row * width, h + at, c + at, count, hidden);
      memory.copy(hst + at, h + at, count * state);
      if (gates == 4) memory.copy(cst + at, c + at, count * state);
    }
  }
}

function addRows(to: usize, from: usize, bytes: usize): void {
  const end = to + bytes;
  for (; to + 16 <= end; to += 16, from += 16) v128.store(to, f32x4.add(v128.load(to), v128.load(from)));
  for (; to < end; to += 4, from += 4) store<f32>(to, load<f32>(to) + load<f32>(from));
}

/**
 * dh and dc hold the cotangents of the last state and then those of the first; gh and gc are those of all steps. Writes
 * dx, du (an LSTM's is dx itself) and `before`, the h that U multiplied at each step, for the weight's gradient.
 */
export function sequenceBackward(
  gates: usize, gh: usize, gc: usize, hs: usize, cs: usize, h0: usize, c0: usize, x: usize, u: usize, dx: usize,
  du: usize, dh: usize, dc: usize, before: usize, panels: usize, lengths: usize,
  steps: usize, batch: usize, hidden: usize, reverse: bool, begin: usize, end: usize,
): void {
  const state = hidden * 4;
  const width = gates * state;
  const n = end - begin;
  const count: usize = lengths == 0 ? n : 1;
  for (let i = steps; i > 0; i--) {
    const t = reverse ? steps - i : i - 1;
    const at = t * batch;
    const previous = reverse ? at + batch : at - batch;
    for (let row = begin; row < end; row += count) {
      if (lengths != 0 && !runs(lengths, row, t)) {
        memory.fill(dx + (at + row) * width, 0, width);
        if (du != dx) memory.fill(du + (at + row) * width, 0, width);
        memory.fill(before + (at + row) * state, 0, state);
        continue;
      }
      const first = i == 1 || (lengths != 0 && reverse && !runs(lengths, row, t + 1));
      const from = (first ? row : previous + row) * state;
      rowsBackward(
        gates, gh, gc, (first ? h0 : hs) + from, (first ? c0 : cs) + from, x, u, dx, du, dh, dc, before,
        at + row, row, count, hidden,
      );
    }
    multiplyPanels(
      n, gates * hidden, hidden, du + (at + begin) * width, width, panels, dh + begin * state, state,
      dh + begin * state, state,
    );
  }
}

// `n` rows from `at` on among those of all steps, from `row` on among those of the batch.
function rowsBackward(
  gates: usize, gh: usize, gc: usize, h: usize, c: usize, x: usize, u: usize, dx: usize, du: usize, dh: usize,
  dc: usize, before: usize, at: usize, row: usize, n: usize, hidden: usize,
): void {
  const state = hidden * 4;
  const width = gates * state;
  addRows(dh + row * state, gh + at * state, n * state);
  memory.copy(before + at * state, h, n * state);
  if (gates == 3) {
    gruRowsBackward(dh + row * state, x + at * width, u + at * width, h, dx + at * width, du + at * width, n, hidden);
    return;
  }
  addRows(dc + row * state, gc + at * state, n * state);
  lstmRowsBackward(dh + row * state, dc + row * state, x + at * width, u + at * width, c, dx + at * width, n, hidden);
}
