const step = 2 ** 300;

/** A number m · 2^(300 e) in double precision, whose products neither overflow nor underflow. */
export class FarNumber {
  m: number;
  e: number = 0;

  constructor(m: number) {
    this.m = m;
    this.#settle();
  }

  /** Multiplies it by x. */
  times(x: FarNumber): void {
    this.m *= x.m;
    this.e += x.e;
    this.#settle();
  }

  /** Adds x to it. */
  plus(x: FarNumber): void {
    if (x.m === 0) return;
    if (this.m === 0 || !Number.isFinite(x.m)) {
      // Beside ∞ and NaN, exponents do not count.
      this.m += x.m;
      this.e = x.e;
      return;
    }
    const apart = this.e - x.e;
    this.m = apart >= 0 ? this.m + x.m * step ** -apart : this.m * step ** apart + x.m;
    if (apart < 0) this.e = x.e;
    this.#settle();
  }

  /** Its value times x; the value alone may be out of range. */
  by(x: FarNumber): number {
    const m = this.m * x.m;
    // In two halves, of which each is within range where the value is.
    const half = 2 ** (150 * (this.e + x.e));
    return m === 0 || !Number.isFinite(m) ? m : m * half * half;
  }

  /** Brings m into [2^-300, 2^300), but for 0, ±∞ and NaN. */
  #settle(): void {
    for (; Math.abs(this.m) >= step && Number.isFinite(this.m); this.e++) this.m /= step;
    for (; Math.abs(this.m) < 1 / step && this.m !== 0; this.e--) this.m *= step;
  }
}
