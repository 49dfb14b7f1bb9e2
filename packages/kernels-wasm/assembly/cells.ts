// Rows of gates of recurrent cells, forward and backward. Rows of x = W x + b and u = U h + c hold the gates, each
// `hidden` floats; rows of states and their cotangents hold `hidden`. All are contiguous.
import { decay4, larger4, sigmoidValue4, tanhOf4, tanhSlope4, tanh4 } from "./functions";
import { get, put } from "./panels";
import { madd, pick } from "./simd";

// Each cell is written once for `count` hidden units of a row, four or what remains: with a 4 that is known, loads and
// stores have no branch. A row is gone through twice, first for the gates that others wait for: one function after the
// other is a longer chain than a processor looks ahead.

/** h = n + z (h − n), with r, z = σ(x + u) and n = tanh(xₙ + r uₙ). `room` takes r of one row. */
export function gruRows(x: usize, u: usize, h: usize, room: usize, rows: usize, hidden: usize): void {
  const width = hidden * 4;
  const whole = width & ~15;
  const rest = <isize>(hidden & 3);
  for (let row: usize = 0; row < rows; row++) {
    for (let at: usize = 0; at < whole; at += 16) gruReset(x + at, u + at, room + at, 4);
    if (rest > 0) gruReset(x + whole, u + whole, room + whole, rest);
    for (let at: usize = 0; at < whole; at += 16) gru(x + at, u + at, h + at, room + at, width, 4);
    if (rest > 0) gru(x + whole, u + whole, h + whole, room + whole, width, rest);
    x += 3 * width;
    u += 3 * width;
    h += width;
  }
}

@inline function gruReset(x: usize, u: usize, room: usize, count: isize): void {
  put(room, sigmoidValue4(f32x4.add(get(x, count), get(u, count))), count);
}

@inline function gru(x: usize, u: usize, h: usize, room: usize, width: usize, count: isize): void {
  const z = sigmoidValue4(f32x4.add(get(x + width, count), get(u + width, count)));
  const n = tanh4(madd(get(room, count), get(u + 2 * width, count), get(x + 2 * width, count)));
  put(h, madd(z, f32x4.sub(get(h, count), n), n), count);
}

/** c = f c + i g, h = o tanh c, with i, f, o = σ(x + u) and g = tanh(x + u). */
export function lstmRows(x: usize, u: usize, h: usize, c: usize, rows: usize, hidden: usize): void {
  const width = hidden * 4;
  const whole = width & ~15;
  const rest = <isize>(hidden & 3);
  for (let row: usize = 0; row < rows; row++) {
    for (let at: usize = 0; at < whole; at += 16) lstmCell(x + at, u + at, c + at, width, 4);
    if (rest > 0) lstmCell(x + whole, u + whole, c + whole, width, rest);
    for (let at: usize = 0; at < whole; at += 16) lstmOut(x + at, u + at, h + at, c + at, width, 4);
    if (rest > 0) lstmOut(x + whole, u + whole, h + whole, c + whole, width, rest);
    x += 4 * width;
    u += 4 * width;
    h += width;
    c += width;
  }
}

@inline function lstmCell(x: usize, u: usize, c: usize, width: usize, count: isize): void {
  const i = sigmoidValue4(f32x4.add(get(x, count), get(u, count)));
  const f = sigmoidValue4(f32x4.add(get(x + width, count), get(u + width, count)));
  const g = tanh4(f32x4.add(get(x + 2 * width, count), get(u + 2 * width, count)));
  put(c, madd(f, get(c, count), f32x4.mul(i, g)), count);
}

@inline function lstmOut(x: usize, u: usize, h: usize, c: usize, width: usize, count: isize): void {
  const o = sigmoidValue4(f32x4.add(get(x + 3 * width, count), get(u + 3 * width, count)));
  put(h, f32x4.mul(o, tanh4(get(c, count))), count);
}

/** σ(a) of its larger and smaller side; with the two exchanged, 1 − σ(a). */
@inline function side(a: v128, large: v128, small: v128): v128 {
  return pick(i32x4.shr_s(a, 31), small, large);
}

/** From g, the next state's cotangent: dx, du, and in g's place that of h but through u. */
export function gruRowsBackward(
  g: usize, x: usize, u: usize, h: usize, dx: usize, du: usize, rows: usize, hidden: usize,
): void {
  const width = hidden * 4;
  const whole = width & ~15;
  const rest = <isize>(hidden & 3);
  for (let row: usize = 0; row < rows; row++) {
    for (let at: usize = 0; at < whole; at += 16) gruGatesBack(g + at, x + at, u + at, dx + at, du + at, width, 4);
    if (rest > 0) gruGatesBack(g + whole, x + whole, u + whole, dx + whole, du + whole, width, rest);
    for (let at: usize = 0; at < whole; at += 16) gruNewBack(x + at, u + at, h + at, dx + at, du + at, width, 4);
    if (rest > 0) gruNewBack(x + whole, u + whole, h + whole, dx + whole, du + whole, width, rest);
    g += width;
    h += width;
    x += 3 * width;
    u += 3 * width;
    dx += 3 * width;
    du += 3 * width;
  }
}

// The contributions of r and z: in the places of their gradients, for now, r's slope, g times z's slope, g (1 − z) and r.
@inline
function gruGatesBack(g: usize, x: usize, u: usize, dx: usize, du: usize, width: usize, count: isize): void {
  const ar = f32x4.add(get(x, count), get(u, count));
  const er = decay4(ar);
  const rLarge = larger4(er);
  const rSmall = f32x4.mul(er, rLarge);
  put(du, f32x4.mul(rLarge, rSmall), count);
  put(du + 2 * width, side(ar, rLarge, rSmall), count);
  const az = f32x4.add(get(x + width, count), get(u + width, count));
  const ez = decay4(az);
  const zLarge = larger4(ez);
  const zSmall = f32x4.mul(ez, zLarge);
  const d = get(g, count);
  put(du + width, f32x4.mul(d, f32x4.mul(zLarge, zSmall)), count);
  put(dx + 2 * width, f32x4.mul(d, side(az, zSmall, zLarge)), count);
  put(g, f32x4.mul(d, side(az, zLarge, zSmall)), count);
}

@inline
function gruNewBack(x: usize, u: usize, h: usize, dx: usize, du: usize, width: usize, count: isize): void {
  const r = get(du + 2 * width, count);
  const un = get(u + 2 * width, count);
  const an = madd(r, un, get(x + 2 * width, count));
  const en = decay4(f32x4.add(an, an));
  const nLarge = larger4(en);
  const dn = f32x4.mul(get(dx + 2 * width, count), tanhSlope4(en, nLarge));
  const dr = f32x4.mul(f32x4.mul(dn, un), get(du, count));
  const dz = f32x4.mul(get(du + width, count), f32x4.sub(get(h, count), tanhOf4(an, en, nLarge)));
  put(dx, dr, count);
  put(dx + width, dz, count);
  put(dx + 2 * width, dn, count);
  put(du, dr, count);
  put(du + width, dz, count);
  put(du + 2 * width, f32x4.mul(dn, r), count);
}

/** From the next state's cotangents dh and dc: dx (and du, its equal), 0 in dh's place and that of c in dc's. */
export function lstmRowsBackward(
  dh: usize, dc: usize, x: usize, u: usize, c: usize, dx: usize, rows: usize, hidden: usize,
): void {
  const width = hidden * 4;
  const whole = width & ~15;
  const rest = <isize>(hidden & 3);
  for (let row: usize = 0; row < rows; row++) {
    for (let at: usize = 0; at < whole; at += 16) {
      lstmBack(dh + at, dc + at, x + at, u + at, c + at, dx + at, width, 4);
    }
    if (rest > 0) lstmBack(dh + whole, dc + whole, x + whole, u + whole, c + whole, dx + whole, width, rest);
    dh += width;
    dc += width;
    c += width;
    x += 4 * width;
    u += 4 * width;
    dx += 4 * width;
  }
}

@inline function lstmBack(
  dh: usize, dc: usize, x: usize, u: usize, c: usize, dx: usize, width: usize, count: isize,
): void {
  const ai = f32x4.add(get(x, count), get(u, count));
  const ei = decay4(ai);
  const iLarge = larger4(ei);
  const iSmall = f32x4.mul(ei, iLarge);
  const i = side(ai, iLarge, iSmall);
  const af = f32x4.add(get(x + width, count), get(u + width, count));
  const ef = decay4(af);
  const fLarge = larger4(ef);
  const fSmall = f32x4.mul(ef, fLarge);
  const f = side(af, fLarge, fSmall);
  const ag = f32x4.add(get(x + 2 * width, count), get(u + 2 * width, count));
  const eg = decay4(f32x4.add(ag, ag));
  const gLarge = larger4(eg);
  const g = tanhOf4(ag, eg, gLarge);
  const ao = f32x4.add(get(x + 3 * width, count), get(u + 3 * width, count));
  const eo = decay4(ao);
  const oLarge = larger4(eo);
  const oSmall = f32x4.mul(eo, oLarge);
  const before = get(c, count);
  const next = madd(f, before, f32x4.mul(i, g));
  const ec = decay4(f32x4.add(next, next));
  const cLarge = larger4(ec);
  const d = get(dh, count);
  const dNext = madd(f32x4.mul(d, side(ao, oLarge, oSmall)), tanhSlope4(ec, cLarge), get(dc, count));
  put(dx, f32x4.mul(f32x4.mul(dNext, g), f32x4.mul(iLarge, iSmall)), count);
  put(dx + width, f32x4.mul(f32x4.mul(dNext, before), f32x4.mul(fLarge, fSmall)), count);
  put(dx + 2 * width, f32x4.mul(f32x4.mul(dNext, i), tanhSlope4(eg, gLarge)), count);
  put(dx + 3 * width, f32x4.mul(f32x4.mul(d, tanhOf4(next, ec, cLarge)), f32x4.mul(oLarge, oSmall)), count);
  put(dh, f32x4.splat(0), count);
  put(dc, f32x4.mul(dNext, f), count);
}
