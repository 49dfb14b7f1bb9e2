import { MultiHeadSublayer } from "@saccade/models/seeds";
import { Dropout } from "@saccade/nn";
import { manualSeed, rand } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiHeadSublayer(2, 8, 4, 4, { dropout: 0.1 });
const x = rand([1, 6, 8]);
// (1, 2, 6, 6), before dropout
const { weights } = attention.forward(x, x, x);
// what a common version returns
const dropped = new Dropout(0.1).forward(weights);

const sums = (w: typeof weights): string =>
  (w.sum(-1).select(0, 0).select(0, 0).toArray() as number[])
    .map((y) => y.toFixed(2))
    .join("  ");
console.log("sums of rows before dropout:", sums(weights));
console.log("sums of rows after dropout: ", sums(dropped));
