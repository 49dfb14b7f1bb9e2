import { DotScoring } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const names = ["balloon", "apple", "bread", "pencil", "notes", "map"];
// What each thing is: it stands out, it is food, one writes with it,
// one reads it.
const keys = tensor([
  [3, 0, 0, 0],
  [1, 3, 0, 0],
  [0.5, 2.6, 0, 0],
  [0.3, 0, 3, 0],
  [0.4, 0, 1.6, 1.4],
  [0.8, 0, 0, 3],
]); // (6, 4)
const values = tensor([
  [82, 16],
  [14, 42],
  [36, 47],
  [58, 34],
  [80, 46],
  [30, 14],
]); // (6, 2), where each thing lies

const queries = tensor([
  [1, 0, 0, 0], // what stands out
  [0, 1, 0, 0], // something to eat
  [0, 0, 1, 0], // something to write with
]); // (3, 4)

// #region pool
const { output, weights } = new DotScoring(4).forward(
  queries,
  keys,
  values,
); // (3, 2), (3, 6)
// #endregion pool

for (const [i, cue] of ["stands out", "eat", "write"].entries()) {
  const row = weights.select(0, i).toArray(1);
  const shares = names
    .map((name, j) => `${name} ${row[j]!.toFixed(2)}`)
    .join("  ");
  const [x, y] = output.select(0, i).toArray(1);
  console.log(
    `${cue}: ${shares}\n` +
      `  looks at (${x!.toFixed(1)}, ${y!.toFixed(1)})`,
  );
}
