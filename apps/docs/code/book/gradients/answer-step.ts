function f(x: number): number {
  return x ** 3;
}
const exact = 12; // 3x² at x = 2
for (const digits of [1, 3, 5, 7, 9, 11, 13]) {
  const h = 10 ** -digits;
  const oneSided = (f(2 + h) - f(2)) / h;
  const central = (f(2 + h) - f(2 - h)) / (2 * h);
  const off = [oneSided, central].map((x) => Math.abs(x - exact));
  const [one, two] = off.map((error) => error.toExponential(0));
  const name = `h = 1e-${digits}`.padEnd(9);
  console.log(name, one!.padStart(6), two!.padStart(6));
}
