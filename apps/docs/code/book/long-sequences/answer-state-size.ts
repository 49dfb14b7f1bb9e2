const d = 64; // of keys and values
const state = d * d + d;
const cache = (n: number): number => 2 * n * d;
console.log("state", state);
for (const n of [32, 33, 4096])
  console.log(`cache of ${n} tokens: ${cache(n)}`);
