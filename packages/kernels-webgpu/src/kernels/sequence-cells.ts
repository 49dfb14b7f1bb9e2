// The cells of recurrent layers in WGSL, a hidden unit at a time. `Gates` is a vector with a component for each gate.

/** A recurrent cell: h' (and c'), given the projected input x and the projected state u = U h + c. */
export interface Cell {
  readonly gates: 3 | 4;
  /** The parts of its state: h, or h and c. */
  readonly parts: 1 | 2;
  /** `nextState(x, u, s)`: the new state's parts, where `s` is the last part of the state before. */
  readonly forward: string;
  /**
   * `slopesOf(x, u, s, next)` and `pullBack(slopes, dh, dc)`. Values that do not depend on gradients from later steps are
   * computed before, for all steps in parallel: `own` is the factor of a gate's gradient, `more` the rest.
   */
  readonly backward: string;
}

// 1 − σ(a) and 1 − tanh² a by difference have no digits left where a gate is saturated. Both come from exp(−|a|).
const slopes = `fn gateOf(a: f32) -> vec2<f32> {
  if (isNaN(a)) { return vec2(a, a); }
  let e = exp(-abs(a));
  let both = vec2(1.0, e) / (1 + e);
  return select(both.yx, both, a >= 0);
}
fn tanhSlope(a: f32) -> f32 {
  if (isNaN(a)) { return a; }
  let e = exp(-2 * abs(a));
  return 4 * e / ((1 + e) * (1 + e));
}
struct Slopes { own: Gates, more: vec2<f32> }
// Gradients of x, of u, and of the state's parts before the step, without u's contribution.
struct Pulled { x: Gates, u: Gates, state: vec2<f32> }`;

/** Gated recurrent units. The gates are r, z, n; slopes.more is r and z. */
export const gruCell: Cell = {
  gates: 3,
  parts: 1,
  forward: `alias Gates = vec3<f32>;
fn nextState(x: Gates, u: Gates, h: f32) -> vec2<f32> {
  let r = logistic(x.x + u.x);
  let z = logistic(x.y + u.y);
  let n = tanhOf(x.z + r * u.z);
  return vec2(n + z * (h - n), 0);
}`,
  backward: `alias Gates = vec3<f32>;
${slopes}
fn slopesOf(x: Gates, u: Gates, h: f32, next: f32) -> Slopes {
  let r = gateOf(x.x + u.x);
  let z = gateOf(x.y + u.y);
  let a = x.z + r.x * u.z;
  let ofN = z.y * tanhSlope(a);
  return Slopes(Gates(ofN * u.z * r.x * r.y, (h - tanhOf(a)) * z.x * z.y, ofN), vec2(r.x, z.x));
}
fn pullBack(slopes: Slopes, dh: f32, dc: f32) -> Pulled {
  let x = slopes.own * dh;
  return Pulled(x, Gates(x.xy, x.z * slopes.more.x), vec2(dh * slopes.more.y, 0));
}`,
};

/** Long short-term memory. The gates are i, f, g, o; slopes.more is dc'/dh' = o (1 − tanh² c') and f. */
export const lstmCell: Cell = {
  gates: 4,
  parts: 2,
  forward: `alias Gates = vec4<f32>;
fn nextState(x: Gates, u: Gates, c: f32) -> vec2<f32> {
  let a = x + u;
  let next = logistic(a.y) * c + logistic(a.x) * tanhOf(a.z);
  return vec2(logistic(a.w) * tanhOf(next), next);
}`,
  backward: `alias Gates = vec4<f32>;
${slopes}
fn slopesOf(x: Gates, u: Gates, c: f32, next: f32) -> Slopes {
  let a = x + u;
  let i = gateOf(a.x);
  let f = gateOf(a.y);
  let o = gateOf(a.w);
  let own = Gates(tanhOf(a.z) * i.x * i.y, c * f.x * f.y, i.x * tanhSlope(a.z), tanhOf(next) * o.x * o.y);
  return Slopes(own, vec2(o.x * tanhSlope(next), f.x));
}
fn pullBack(slopes: Slopes, dh: f32, dc: f32) -> Pulled {
  let all = dc + dh * slopes.more.x;
  let x = slopes.own * vec4(all, all, all, dh);
  return Pulled(x, x, vec2(0, all * slopes.more.y));
}`,
};
