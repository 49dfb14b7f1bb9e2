const d = 64; // of queries, keys and values

/** Numbers read from and written to main memory. */
function counter() {
  let moved = 0;
  const move = (rows: number, columns: number): void => {
    moved += rows * columns;
  };
  return { read: move, write: move, total: () => moved };
}

/** The definition: three steps, each a pass through memory. */
function plain(n: number): number {
  const { read, write, total } = counter();
  read(n, d); // scores: Q
  read(n, d); // K
  write(n, n);
  read(n, n); // softmax
  write(n, n);
  read(n, n); // the mixture: the weights
  read(n, d); // V
  write(n, d);
  return total();
}

/** Tiles: scores of a block of queries never leave fast memory. */
function tiled(n: number, block: number): number {
  const { read, write, total } = counter();
  for (let i = 0; i < n; i += block) {
    read(block, d); // Q
    for (let j = 0; j < n; j += block) {
      read(block, d); // K
      read(block, d); // V
    }
    write(block, d);
  }
  return total();
}

console.log("numbers moved, in millions, and products");
console.log("    n   plain  b = 16  b = 64 b = 256  products");
for (const n of [1024, 4096, 16384]) {
  const counts = [plain(n), ...[16, 64, 256].map((b) => tiled(n, b))];
  const cells = [...counts, 2 * n * n * d].map((count, i) =>
    (count / 1e6).toFixed(1).padStart(i < 4 ? 7 : 9),
  );
  console.log(String(n).padStart(5), cells.join(" "));
}
