import { arange, tensor } from "@saccade/tensor";

// #region index
const x = arange(12).reshape([3, 4]);
const rows = tensor([2, 0], { dtype: "int32" });
const parts = {
  "row 1": x.select(0, 1),
  "last column": x.select(1, -1),
  "columns 1 and 2": x.narrow(1, 1, 2),
  "rows 2 and 0": x.indexSelect(0, rows),
  "sum of each row": x.sum(1),
  "the same, kept": x.sum(1, { keepdim: true }),
};
// #endregion index

console.log(String(x));
for (const [name, part] of Object.entries(parts)) {
  const shape = `(${part.shape.join(", ")})`;
  const numbers = JSON.stringify(part.toArray());
  console.log(name.padEnd(16), shape.padEnd(7), numbers);
}
