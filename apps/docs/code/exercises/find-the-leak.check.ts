import { cat, manualSeed, randn, type Tensor } from "@saccade/tensor";
import { causalSelfAttention } from "./find-the-leak.ts";

manualSeed(2);
const x = randn([5, 8]);
const other = cat([x.narrow(0, 0, 4), randn([1, 8])]); // another last row
const apart = (a: Tensor, b: Tensor): number =>
  a.sub(b).abs().max().item();
const [one, two] = [causalSelfAttention(x), causalSelfAttention(other)];
for (let i = 0; i < 4; i++)
  if (apart(one.select(0, i), two.select(0, i)) > 1e-5)
    throw new Error(
      `Row ${i} changes with the last row, which comes after it. Which half of the matrix is hidden?`,
    );
if (apart(one.select(0, 0), x.select(0, 0)) > 1e-5)
  throw new Error(
    "Row 0 has only itself to read, so it must stay as it is: every row may read itself.",
  );
const alone = causalSelfAttention(x.narrow(0, 0, 3));
if (apart(one.narrow(0, 0, 3), alone) > 1e-5)
  throw new Error(
    "The first three rows differ from those of the first three words alone. Do the weights add up to 1?",
  );
console.log("Right: a word no longer depends on what follows.");
