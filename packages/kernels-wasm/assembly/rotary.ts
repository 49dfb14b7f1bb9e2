// Pairs of numbers turned by angles.

/**
 * Turns the pairs of `count` dense rows of 2 half numbers, which begin with row `first` of all: each by row (row mod n) of the
 * table, half cosines and half sines; the sines count `sign` times. The numbers of a pair are half apart, or neighbours.
 */
export function rotaryRows(
  x: usize, table: usize, y: usize, count: usize, first: usize, n: usize, half: usize, sign: f32, neighbours: bool,
): void {
  const width = half * 8;
  const step: usize = neighbours ? 8 : 4;
  const apart: usize = neighbours ? 4 : half * 4;
  const signs = f32x4.splat(sign);
  const whole: usize = neighbours ? 0 : half & ~3;
  for (let row = first; row < first + count; row++, x += width, y += width) {
    const cosines = table + (row % n) * width;
    const sines = cosines + half * 4;
    let i: usize = 0;
    for (; i < whole; i += 4) {
      const a = v128.load(x + i * 4);
      const b = v128.load(x + i * 4 + apart);
      const c = v128.load(cosines + i * 4);
      const s = f32x4.mul(v128.load(sines + i * 4), signs);
      v128.store(y + i * 4, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, s)));
      v128.store(y + i * 4 + apart, f32x4.add(f32x4.mul(b, c), f32x4.mul(a, s)));
    }
    for (; i < half; i++) {
      const a = load<f32>(x + i * step);
      const b = load<f32>(x + i * step + apart);
      const c = load<f32>(cosines + i * 4);
      const s = load<f32>(sines + i * 4) * sign;
      store<f32>(y + i * step, a * c - b * s);
      store<f32>(y + i * step + apart, b * c + a * s);
    }
  }
}
