// Matrix products so small that their time is that of the call: c (n, m) = a (n, k) · b (k, m), summed in float64 and
// rounded once. Networks a few numbers wide (a layer norm over four of them, a softmax after it) magnify rounding far
// more than wide ones. Strides are in bytes.
import { at0, at1, at2, next, start } from "./walk";

export function shortProduct(
  n: usize, m: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bColumn: usize,
  c: usize, block: usize,
): void {
  start(a, b, c);
  do {
    let to = at2;
    for (let i: usize = 0; i < n; i++) {
      for (let j: usize = 0; j < m; j++) {
        let sum: f64 = 0;
        let p = at0 + i * aRow;
        let q = at1 + j * bColumn;
        for (let l: usize = 0; l < k; l++) {
          sum += <f64>load<f32>(p) * <f64>load<f32>(q);
          p += aColumn;
          q += bRow;
        }
        store<f32>(to, <f32>sum);
        to += 4;
      }
    }
  } while (next(block));
}
