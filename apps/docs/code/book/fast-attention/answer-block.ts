const d = 64;
for (const kib of [32, 100, 256]) {
  const numbers = (kib * 1024) / 4; // float32
  // q, o, a tile of k, a tile of v; scores; m and l
  const needed = (b: number): number => 4 * b * d + b * b + 2 * b;
  let b = 1;
  while (needed(b + 1) <= numbers) b++;
  console.log(`${kib} KiB: b = ${b}`);
}
