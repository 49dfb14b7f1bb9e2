import { tensor } from "@saccade/tensor";

// #region loops
const queries = [1, 2, 3];
const keys = [0, 1, 2, 5];
const table: number[][] = [];
for (const q of queries) {
  const row: number[] = [];
  for (const k of keys) row.push(q - k);
  table.push(row);
}
// #endregion loops

// #region tensors
const q = tensor(queries).unsqueeze(1); // (3, 1)
const k = tensor(keys).unsqueeze(0); // (1, 4)
const differences = q.sub(k); // (3, 4)
// #endregion tensors

console.log(JSON.stringify(table));
console.log(JSON.stringify(differences.toArray()));
