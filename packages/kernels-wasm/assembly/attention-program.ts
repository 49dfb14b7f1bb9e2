// Runs a score program (src/kernels/attention-program.ts writes it) on a panel of scores: sixteen queries in the lanes, a row a
// key. A step is a loop over the panel; values lie in registers of the call's scratch: a panel, a row of queries, a column of
// keys, or one number, each with its strides. Truth values are masks of bits.
import { DIMS, PROGRAM, word } from "./attention-block";
import { transposeTile } from "./copy";
import { exp4, log4, sigmoid4, tanh4 } from "./functions";
import { across, pick } from "./simd";
import { entryBytes } from "../src/shared/attention-block";
import * as p from "../src/shared/attention-program";

/** Where this thread's registers are, and the panel that a program runs on. */
let registers: usize = 0;
let scores: usize = 0;
let cotangents: usize = 0;
let step: usize = 0;
let rows: usize = 0;
let lanes: usize = 0;
let query: usize = 0;
let key: usize = 0;

/** Says where a thread's scratch is. */
export function useScratch(block: usize, scratch: usize): void {
  const program = word(block, PROGRAM);
  if (program != 0) registers = scratch + word(program, p.registers);
}

/** Leaves a call to the host. */
export function decline(block: usize): void {
  store<u32>(word(block, PROGRAM) + p.declined, 1);
}

/** How many keys from j0 on a program lets queries from i on attend to, at most: 64 without a layout, + 128 if all are allowed. */
export function keysAllowed(block: usize, head: usize, i: usize, j0: usize): usize {
  const layout = word(word(block, PROGRAM), p.layout);
  if (layout == 0) return word(word(block, PROGRAM), p.mask) == <usize>-1 ? 192 : 64;
  const at = ofHead(block, layout, head) + (i >>> 4) * word(layout, p.row) + (j0 >>> 6) * word(layout, p.column);
  return load<u32>(at);
}

/** Whether a program lets any of `count` queries from i on attend to keys from j0 on. */
export function isOpen(block: usize, head: usize, i: usize, count: usize, j0: usize): bool {
  if (word(block, PROGRAM) == 0) return true;
  for (const end = i + count; i < end; i += 16) if (keysAllowed(block, head, i, j0) != 0) return true;
  return false;
}

/** Where a head's part of an operand starts. */
function ofHead(block: usize, operand: usize, head: usize): usize {
  let address = word(operand, p.address);
  for (let dim = word(block, DIMS); dim > 0; dim--) {
    const size = load<usize>(block + DIMS + 4 + (dim - 1) * entryBytes);
    address += (head % size) * word(operand, p.batch + (dim - 1) * 4);
    head /= size;
  }
  return address;
}

/** Changes and masks the scores s of n keys from j0 on for queries from i on. */
export function changeScores(
  block: usize, head: usize, i: usize, count: usize, j0: usize, s: usize, sRow: usize, n: usize,
): void {
  const program = word(block, PROGRAM);
  scores = s;
  step = sRow;
  rows = n;
  lanes = count;
  query = i;
  key = j0;
  run(block, head, program + p.scorePhase);
  const mask = word(program, p.mask);
  if (mask == <usize>-1 || (keysAllowed(block, head, i, j0) & 128) != 0) return;
  run(block, head, program + p.maskPhase);
  const none = f32x4.splat(f32.NEGATIVE_INFINITY);
  let m = at(mask), to = s;
  const mRow = rowOf(mask), mLane = laneOf(mask);
  for (let r: usize = 0; r < n; r++, m += mRow, to += sRow) {
    for (let lane: usize = 0; lane < 4; lane++) {
      v128.store(to + lane * 16, pick(v128.load(m + lane * mLane), v128.load(to + lane * 16), none));
    }
  }
}

/** The gradients of the products in ds, from those of the changed scores; those of operands are added to where they belong. */
export function changeSlopes(block: usize, head: usize, ds: usize): void {
  const program = word(block, PROGRAM);
  cotangents = ds;
  run(block, head, program + p.slopePhase);
  run(block, head, program + p.sumPhase);
  run(block, head, program + p.lastPhase);
}

@inline function at(register: usize): usize {
  const kind = register & 7;
  return kind == p.scores ? scores : kind == p.cotangent ? cotangents : registers + (register - kind);
}

/** Bytes from a key's values to the next one's. */
@inline function rowOf(register: usize): usize {
  const kind = register & 7;
  if (kind == p.scores || kind == p.cotangent) return step;
  return kind == p.panel ? 64 : kind == p.ofKeys ? 16 : 0;
}

/** Bytes from four queries' values to the next four's. */
@inline function laneOf(register: usize): usize {
  const kind = register & 7;
  return kind == p.one || kind == p.ofKeys ? 0 : 16;
}

function run(block: usize, head: usize, phase: usize): void {
  const program = word(block, PROGRAM);
  let instruction = word(phase, p.phases);
  for (const end = instruction + word(phase, p.phases + 4) * p.instructionBytes; instruction < end;) {
    const code = load<u32>(instruction);
    const to = word(instruction, 4), a = word(instruction, 8), b = word(instruction, 12), c = word(instruction, 16);
    instruction += p.instructionBytes;
    switch (code) {
      case p.load: loadOperand(block, head, operandOf(program, a), to); break;
      case p.constant: v128.store(at(to), i32x4.splat(<i32>a)); break;
      case p.gather: gather(block, head, operandOf(program, a), to, b); break;
      case p.sum: sum(head, operandOf(program, a), b, c); break;
      case p.where: choose(to, a, b, c); break;
      case p.copy: one(p.copy, to, a); break;
      case p.neg: one(p.neg, to, a); break;
      case p.abs: one(p.abs, to, a); break;
      case p.floor: one(p.floor, to, a); break;
      case p.exp: one(p.exp, to, a); break;
      case p.log: one(p.log, to, a); break;
      case p.tanh: one(p.tanh, to, a); break;
      case p.sigmoid: one(p.sigmoid, to, a); break;
      case p.logicalNot: one(p.logicalNot, to, a); break;
      case p.add: two(p.add, to, a, b); break;
      case p.sub: two(p.sub, to, a, b); break;
      case p.mul: two(p.mul, to, a, b); break;
      case p.div: two(p.div, to, a, b); break;
      case p.minimum: two(p.minimum, to, a, b); break;
      case p.maximum: two(p.maximum, to, a, b); break;
      case p.eq: two(p.eq, to, a, b); break;
      case p.ne: two(p.ne, to, a, b); break;
      case p.lt: two(p.lt, to, a, b); break;
      case p.le: two(p.le, to, a, b); break;
      case p.gt: two(p.gt, to, a, b); break;
      case p.ge: two(p.ge, to, a, b); break;
      case p.logicalAnd: two(p.logicalAnd, to, a, b); break;
      default: two(p.logicalOr, to, a, b);
    }
  }
}

@inline function operandOf(program: usize, operand: usize): usize {
  return word(program, p.operands) + operand * word(program, p.operandBytes);
}

@inline function ofOne(code: i32, x: v128): v128 {
  if (code == p.neg) return f32x4.neg(x);
  if (code == p.abs) return f32x4.abs(x);
  if (code == p.floor) return f32x4.floor(x);
  if (code == p.exp) return exp4(x);
  if (code == p.log) return log4(x);
  if (code == p.tanh) return tanh4(x);
  if (code == p.sigmoid) return sigmoid4(x);
  if (code == p.logicalNot) return v128.not(x);
  return x;
}

@inline function one(code: i32, to: usize, a: usize): void {
  let x = at(a), z = at(to);
  const xRow = rowOf(a), xLane = laneOf(a), zRow = rowOf(to);
  for (let r = rows; r > 0; r--, x += xRow, z += zRow) {
    let from = x;
    for (let lane: usize = 0; lane < 64; lane += 16, from += xLane) v128.store(z + lane, ofOne(code, v128.load(from)));
  }
}

@inline function ofTwo(code: i32, x: v128, y: v128): v128 {
  if (code == p.add) return f32x4.add(x, y);
  if (code == p.sub) return f32x4.sub(x, y);
  if (code == p.mul) return f32x4.mul(x, y);
  if (code == p.div) return f32x4.div(x, y);
  if (code == p.minimum) return f32x4.min(x, y);
  if (code == p.maximum) return f32x4.max(x, y);
  if (code == p.eq) return f32x4.eq(x, y);
  if (code == p.ne) return f32x4.ne(x, y);
  if (code == p.lt) return f32x4.lt(x, y);
  if (code == p.le) return f32x4.le(x, y);
  if (code == p.gt) return f32x4.gt(x, y);
  if (code == p.ge) return f32x4.ge(x, y);
  return code == p.logicalAnd ? v128.and(x, y) : v128.or(x, y);
}

@inline function two(code: i32, to: usize, a: usize, b: usize): void {
  let x = at(a), y = at(b), z = at(to);
  const xRow = rowOf(a), xLane = laneOf(a), yRow = rowOf(b), yLane = laneOf(b), zRow = rowOf(to);
  for (let r = rows; r > 0; r--, x += xRow, y += yRow, z += zRow) {
    v128.store(z, ofTwo(code, v128.load(x), v128.load(y)));
    v128.store(z, ofTwo(code, v128.load(x + xLane), v128.load(y + yLane)), 16);
    v128.store(z, ofTwo(code, v128.load(x + 2 * xLane), v128.load(y + 2 * yLane)), 32);
    v128.store(z, ofTwo(code, v128.load(x + 3 * xLane), v128.load(y + 3 * yLane)), 48);
  }
}

function choose(to: usize, condition: usize, a: usize, b: usize): void {
  let m = at(condition), x = at(a), y = at(b), z = at(to);
  const mRow = rowOf(condition), mLane = laneOf(condition);
  const xRow = rowOf(a), xLane = laneOf(a), yRow = rowOf(b), yLane = laneOf(b), zRow = rowOf(to);
  for (let r = rows; r > 0; r--, m += mRow, x += xRow, y += yRow, z += zRow) {
    for (let lane: usize = 0; lane < 4; lane++) {
      const chosen = pick(v128.load(m + lane * mLane), v128.load(x + lane * xLane), v128.load(y + lane * yLane));
      v128.store(z + lane * 16, chosen);
    }
  }
}

@inline function numberAt(address: usize, whole: bool): f32 {
  return whole ? <f32>load<i32>(address) : load<f32>(address);
}

/** An operand's values, in the form of the register; queries that are missing get those of the last one. */
function loadOperand(block: usize, head: usize, operand: usize, to: usize): void {
  const kind = to & 7, z = at(to);
  const whole = word(operand, p.whole) != 0;
  const row = word(operand, p.row), column = word(operand, p.column);
  const from = ofHead(block, operand, head) + query * row + key * column;
  if (kind == p.ofKeys || kind == p.one) {
    const n: usize = kind == p.one ? 1 : rows;
    for (let r: usize = 0; r < n; r++) v128.store(z + r * 16, f32x4.splat(numberAt(from + r * column, whole)));
    return;
  }
  if (kind == p.panel && column == 4 && !whole) {
    transposeTile(from, z, rows, lanes, row, 64);
    return;
  }
  const n: usize = kind == p.ofQueries ? 1 : rows;
  for (let r: usize = 0; r < n; r++) {
    for (let lane: usize = 0; lane < 16; lane++) {
      const number = numberAt(from + min(lane, lanes - 1) * row + r * column, whole);
      store<f32>(z + r * 64 + lane * 4, number);
    }
  }
}

/** The place in a table of `elements`, which a wrong index does not leave. */
@inline function placeIn(elements: i32, index: usize): usize {
  return <usize>min(max(<i32>load<f32>(index), 0), elements - 1) * 4;
}

function gather(block: usize, head: usize, operand: usize, to: usize, index: usize): void {
  const table = ofHead(block, operand, head);
  const whole = word(operand, p.whole) != 0;
  const elements = <i32>word(operand, p.elements);
  let x = at(index), z = at(to);
  const xRow = rowOf(index), xLane = laneOf(index);
  for (let r = rows; r > 0; r--, x += xRow, z += 64) {
    for (let lane: usize = 0; lane < 16; lane++) {
      // Four lanes share a vector, which may be the same for all of them.
      const place = placeIn(elements, x + (lane >>> 2) * xLane + (lane & 3) * 4);
      store<f32>(z + lane * 4, numberAt(table + place, whole));
    }
  }
}

/** Adds a register to the gradient of an operand, over what the operand was stretched along; or to a table's, at an index. */
function sum(head: usize, operand: usize, value: usize, index: usize): void {
  const to = word(operand, p.gradient) + head * word(operand, p.gradientHead);
  const row = word(operand, p.gradientRow), column = word(operand, p.gradientColumn);
  const whole = word(operand, p.elements) == 0;
  let x = at(value);
  const xRow = rowOf(value), xLane = laneOf(value);
  if (!whole) {
    const elements = <i32>word(operand, p.elements);
    let from = at(index);
    const iRow = rowOf(index), iLane = laneOf(index);
    for (let r = rows; r > 0; r--, x += xRow, from += iRow) {
      for (let lane: usize = 0; lane < lanes; lane++) {
        const place = to + placeIn(elements, from + (lane >>> 2) * iLane + (lane & 3) * 4);
        store<f32>(place, load<f32>(place) + load<f32>(x + (lane >>> 2) * xLane + (lane & 3) * 4));
      }
    }
    return;
  }
  // Queries that are missing count as 0.
  const last = i32x4.splat(<i32>lanes);
  const m0 = i32x4.lt_s(i32x4(0, 1, 2, 3), last), m1 = i32x4.lt_s(i32x4(4, 5, 6, 7), last);
  const m2 = i32x4.lt_s(i32x4(8, 9, 10, 11), last), m3 = i32x4.lt_s(i32x4(12, 13, 14, 15), last);
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
  let place = to + key * column + query * row;
  for (let r = rows; r > 0; r--, x += xRow, place += column) {
    const x0 = v128.and(v128.load(x), m0), x1 = v128.and(v128.load(x + xLane), m1);
    const x2 = v128.and(v128.load(x + 2 * xLane), m2), x3 = v128.and(v128.load(x + 3 * xLane), m3);
    if (column == 0) {
      s0 = f32x4.add(s0, x0);
      s1 = f32x4.add(s1, x1);
      s2 = f32x4.add(s2, x2);
      s3 = f32x4.add(s3, x3);
    } else if (row == 0) {
      const all = across(f32x4.add(f32x4.add(x0, x1), f32x4.add(x2, x3)));
      store<f32>(place, load<f32>(place) + all);
    } else {
      for (let lane: usize = 0; lane < lanes; lane++) {
        const y = place + lane * row;
        store<f32>(y, load<f32>(y) + load<f32>(x + (lane >>> 2) * xLane + (lane & 3) * 4));
      }
    }
  }
  if (column != 0) return;
  if (row == 0) {
    store<f32>(place, load<f32>(place) + across(f32x4.add(f32x4.add(s0, s1), f32x4.add(s2, s3))));
    return;
  }
  addLanes(place, row, 0, s0);
  addLanes(place, row, 4, s1);
  addLanes(place, row, 8, s2);
  addLanes(place, row, 12, s3);
}

@inline function addLanes(place: usize, row: usize, from: usize, x: v128): void {
  if (from < lanes) addTo(place + from * row, f32x4.extract_lane(x, 0));
  if (from + 1 < lanes) addTo(place + (from + 1) * row, f32x4.extract_lane(x, 1));
  if (from + 2 < lanes) addTo(place + (from + 2) * row, f32x4.extract_lane(x, 2));
  if (from + 3 < lanes) addTo(place + (from + 3) * row, f32x4.extract_lane(x, 3));
}

@inline function addTo(place: usize, x: f32): void {
  store<f32>(place, load<f32>(place) + x);
}
