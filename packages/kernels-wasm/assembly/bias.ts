// Adding a row to every row.

/** y[r][…] += bias for rows of n, `step` bytes apart. */
export function addBias(bias: usize, y: usize, rows: usize, n: usize, step: usize): void {
  const whole = (n & ~3) * 4;
  const row = n * 4;
  for (let r: usize = 0; r < rows; r++) {
    for (let i: usize = 0; i < whole; i += 16) v128.store(y + i, f32x4.add(v128.load(y + i), v128.load(bias + i)));
    for (let i = whole; i < row; i += 4) store<f32>(y + i, load<f32>(y + i) + load<f32>(bias + i));
    y += step;
  }
}
