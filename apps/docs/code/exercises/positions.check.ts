import { positions } from "./positions.ts";

const [n, d] = [7, 6];
const found = positions(n, d);
if (found.shape.join() !== "7,6")
  throw new Error(
    `positions(7, 6) has the shape (${found.shape.join(", ")}); it must be (7, 6).`,
  );
const rows = found.toArray(2);
if (
  rows[0]!.some(
    (value, column) => Math.abs(value - (column % 2)) > 1e-5,
  )
)
  throw new Error(
    `Place 0 is ${rows[0]!.map((v) => v.toFixed(2)).join(", ")}; it must be 0, 1, 0, 1, …: the sine and the cosine of 0 side by side.`,
  );
for (const [i, row] of rows.entries())
  for (const [column, value] of row.entries()) {
    const angle = i / 10_000 ** ((column - (column % 2)) / d);
    const right = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    if (Math.abs(value - right) > 1e-4)
      throw new Error(
        `Place ${i}, column ${column} is ${value.toFixed(4)}, and should be ${right.toFixed(4)}: ` +
          `the ${column % 2 === 0 ? "sine" : "cosine"} of ${i} / 10000^(${column - (column % 2)} / ${d}).`,
      );
  }
console.log(
  "Right: a wave for each pair of columns, slower from pair to pair.",
);
