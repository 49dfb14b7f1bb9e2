function f(x: number): number {
  return x ** 3;
}
const x = 2;
for (const h of [1, 0.1, 0.01, 0.001]) {
  const ratio = (f(x + h) - f(x)) / h;
  const times = ratio.toFixed(3);
  console.log(`x grows by ${h}: f grows by ${times} times that`);
}
