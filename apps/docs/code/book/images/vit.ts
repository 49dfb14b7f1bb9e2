import { noGrad } from "@saccade/autograd";
import {
  Adam,
  crossEntropy,
  LayerNorm,
  Linear,
  Module,
  Parameter,
} from "@saccade/nn";
import {
  cat,
  manualSeed,
  rand,
  randn,
  type Tensor,
  tensor,
} from "@saccade/tensor";

// #region draw
const [side, patch] = [12, 4]; // pixels
const grid = side / patch; // 3 × 3 patches
const marks = [
  ["# #", " # ", "# #"], // a cross
  [" # ", "# #", " # "], // a ring
];

/** A cross and a ring in different columns. Class 1: cross first. */
function draw(count: number) {
  const chance = rand([count, 4]).toArray(2);
  const pixels = randn([count, side, side]).mul(0.2).toArray(3);
  const places = chance.map(([a, b, c, e]) => {
    const column = Math.floor(a! * grid);
    const other = (column + 1 + Math.floor(b! * (grid - 1))) % grid;
    const [row, otherRow] = [c!, e!].map((x) => Math.floor(x * grid));
    return [row! * grid + column, otherRow! * grid + other];
  });
  for (const [n, two] of places.entries())
    for (const [kind, place] of two.entries())
      for (const [i, line] of marks[kind]!.entries())
        for (const [j, dot] of [...line].entries()) {
          const row = Math.floor(place / grid) * patch + i;
          const column = (place % grid) * patch + j;
          if (dot === "#") pixels[n]![row]![column]! += 1;
        }
  const labels = places.map(([cross, ring]) =>
    Number(cross! % grid < ring! % grid),
  );
  return {
    images: tensor(pixels), // (count, 12, 12)
    labels: tensor(labels, { dtype: "int32" }), // (count)
    places, // of the cross and the ring, 0 to 8
  };
}
// #endregion draw

// #region cut
/** (b, 12, 12) → (b, 9, 16): the patches, row by row. */
function cut(images: Tensor): Tensor {
  return images
    .reshape([-1, grid, patch, grid, patch])
    .transpose(2, 3) // (b, grid, grid, patch, patch)
    .reshape([-1, grid * grid, patch * patch]);
}
// #endregion cut

const [d, heads] = [16, 2];

// #region vit
class ViT extends Module {
  embedding = new Linear(patch * patch, d);
  classToken = new Parameter(randn([1, 1, d]).mul(0.1));
  positions = new Parameter(randn([1 + grid * grid, d]).mul(0.3));
  norm1 = new LayerNorm(d);
  qkv = new Linear(d, 3 * d);
  out = new Linear(d, d);
  norm2 = new LayerNorm(d);
  hidden = new Linear(d, 4 * d);
  back = new Linear(4 * d, d);
  norm = new LayerNorm(d);
  head = new Linear(d, 2);

  override forward(images: Tensor) {
    const b = images.size(0);
    const tokens = this.embedding.forward(cut(images)); // (b, 9, d)
    const first = this.classToken.expand([b, 1, d]);
    let x = cat([first, tokens], 1).add(this.positions); // (b, 10, d)
    const { output, weights } = this.attend(this.norm1.forward(x));
    x = x.add(output);
    const hidden = this.hidden.forward(this.norm2.forward(x)).relu();
    x = x.add(this.back.forward(hidden));
    const answer = this.norm.forward(x.select(1, 0)); // (b, d)
    return { logits: this.head.forward(answer), weights };
  }

  attend(x: Tensor) {
    const n = x.size(1);
    const [q, k, v] = this.qkv
      .forward(x)
      .reshape([-1, n, 3, heads, d / heads])
      .permute([2, 0, 3, 1, 4]) // (3, b, heads, n, d / heads)
      .unbind(0) as [Tensor, Tensor, Tensor];
    const scores = q.matmul(k.transpose(-2, -1));
    const weights = scores.div(Math.sqrt(d / heads)).softmax(-1);
    const mixed = weights.matmul(v).transpose(1, 2).flatten(2);
    return { output: this.out.forward(mixed), weights }; // (b, n, d)
  }
}
// #endregion vit

// #region train
manualSeed(0);
const net = new ViT();
const optimizer = new Adam(net, { lr: 0.01 });
for (let step = 1; step <= 80; step++) {
  const { images, labels } = draw(32);
  const loss = optimizer.step(() =>
    crossEntropy(net.forward(images).logits, labels),
  );
  if (step % 20 === 0)
    console.log(`step ${step}: loss ${loss.item().toFixed(3)}`);
}
// #endregion train

// #region test
const test = draw(300);
const { logits, weights } = noGrad(() => net.forward(test.images));
const right = logits.argmax(-1).eq(test.labels).to("float32").mean();
console.log("accuracy", right.item().toFixed(3));
// #endregion test

// #region looks
const fromClass = weights.select(2, 0); // (b, heads, 10)
for (const head of [0, 1]) {
  const rows = fromClass.select(1, head).toArray(2);
  const share = (kind: number): number =>
    rows.reduce(
      (sum, row, n) => sum + row[1 + test.places[n]![kind]!]!,
      0,
    ) / rows.length;
  console.log(
    `head ${head}: cross ${share(0).toFixed(2)}, ` +
      `ring ${share(1).toFixed(2)}`,
  );
}
// #endregion looks

// #region positions
const table = net.positions.narrow(0, 1, grid * grid); // of patches
const long = table.norm({ dim: -1, keepdim: true });
const unit = table.div(long);
const alike = unit.matmul(unit.t()).toArray(2); // cosines, (9, 9)
for (const row of [0, 1, 2])
  console.log(
    alike
      .slice(3, 6) // of the three patches of the middle row
      .map((of) => of.slice(row * grid, (row + 1) * grid))
      .map((three) => three.map((x) => x.toFixed(2).padStart(5)))
      .map((three) => three.join(" "))
      .join("   "),
  );
// #endregion positions
