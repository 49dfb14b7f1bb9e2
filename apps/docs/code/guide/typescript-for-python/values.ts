const d = 8; // never another value
let steps = 0; // may change
steps += 1;
const half = 7 / 2; // numbers are floats
const whole = Math.floor(7 / 2);
const big = 10 ** 6 + 1_000;
console.log(`${half.toFixed(2)} ${big}`);

const x = [1, 2].find((n) => n > 9);
console.log(x === undefined, whole);
console.log(x ?? "nothing", d > 4 && steps);
