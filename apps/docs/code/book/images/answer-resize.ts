import { functional } from "@saccade/nn";
import { cat, manualSeed, randn } from "@saccade/tensor";

manualSeed(0);
const d = 8;
const [from, to] = [224 / 16, 384 / 16]; // patches in a row
const table = randn([1 + from * from, d]); // trained at 224 pixels

const classToken = table.narrow(0, 0, 1);
const grid = table
  .narrow(0, 1, from * from)
  .t()
  .reshape([1, d, from, from]); // a picture with d channels
const larger = functional.interpolate(grid, {
  size: [to, to],
  mode: "bilinear",
});
const rows = larger.reshape([d, to * to]).t();
const placed = cat([classToken, rows], 0);
console.log(table.shape, "→", placed.shape);
