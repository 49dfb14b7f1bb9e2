const [cells, words] = [64, 6];
const penalty = (totals: readonly number[]): number =>
  totals.reduce((sum, total) => sum + (1 - total) ** 2, 0);

const even = Array.from({ length: cells }, () => words / cells);
// Each word gives all its weight to one cell, another each time.
const sharp = even.map((_, cell) => (cell < words ? 1 : 0));
// All words look at the same cell.
const one = even.map((_, cell) => (cell === 0 ? words : 0));
for (const [name, totals] of Object.entries({ even, sharp, one }))
  console.log(name.padEnd(5), penalty(totals).toFixed(2));
