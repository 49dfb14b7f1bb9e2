/** A number m · 2^(300 e) in double precision: its products neither overflow nor underflow. */
export type FarNumber = readonly [m: number, e: number];

const unit = 2 ** 300;

/** m · 2^(300 e) with m between 2^-300 and 2^300. 0 has an exponent below all others, ∞ and NaN one above. */
export function far(m: number, e: number = 0): FarNumber {
  const k = Math.trunc(Math.log2(Math.abs(m)) / 300);
  return Number.isFinite(k) ? [m * unit ** -k, e + k] : [m, m === 0 ? -1e9 : 1e9];
}

export function product([a, i]: FarNumber, [b, j]: FarNumber): FarNumber {
  return far(a * b, i + j);
}

export function sum([a, i]: FarNumber, [b, j]: FarNumber): FarNumber {
  const e = Math.max(i, j);
  return far(a * unit ** (i - e) + b * unit ** (j - e), e);
}

/** The number itself, which may be out of range. */
export function near([m, e]: FarNumber): number {
  const half = unit ** (e / 2);
  return m * half * half;
}
