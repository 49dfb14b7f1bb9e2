import { arange, type Tensor } from "@saccade/tensor";

// #region views
const x = arange(6).reshape([2, 3]); // 0 1 2 / 3 4 5
const views = {
  x,
  transposed: x.t(),
  "column 1": x.select(1, 1),
  "four times": x.unsqueeze(0).expand([4, 2, 3]),
};
// #endregion views

// #region read
const storage = [0, 1, 2, 3, 4, 5];
function read(view: Tensor, index: readonly number[]): number {
  let place = view.offset;
  for (const [dim, i] of index.entries()) {
    place += i * view.strides[dim]!;
  }
  return storage[place]!;
}
// #endregion read

for (const [name, view] of Object.entries(views)) {
  const shape = `(${view.shape.join(", ")})`.padEnd(9);
  const strides = `strides ${view.strides.join(" ")}`.padEnd(13);
  const shared = view.buffer === x.buffer ? "shared" : "copied";
  const words = [name.padEnd(10), shape, strides, "offset"];
  console.log(...words, view.offset, shared);
}
const { transposed } = views;
console.log("x[1, 2]             ", read(x, [1, 2]));
console.log("transposed[2, 1]    ", read(transposed, [2, 1]));
const [, , , four] = Object.values(views);
console.log("four times[3, 1, 2] ", read(four!, [3, 1, 2]));
