import {
  cat,
  full,
  manualSeed,
  randn,
  type Tensor,
  zeros,
} from "@saccade/tensor";
import { type State, update } from "./online-softmax.ts";

manualSeed(2);
const [b, t, e] = [3, 4, 2];
const begin: State = {
  m: full([b, 1], -Infinity),
  l: zeros([b, 1]),
  o: zeros([b, e]),
};
const tiles = [0, 1, 2].map(() => ({
  scores: randn([b, t]).mul(2),
  values: randn([t, e]),
}));
const apart = (x: Tensor, y: Tensor): number =>
  x.sub(y).abs().max().item();
const state = (tiles: readonly { scores: Tensor; values: Tensor }[]) =>
  tiles.reduce(
    (now, { scores, values }) => update(now, scores, values),
    begin,
  );
const scoresOf = (count: number): Tensor =>
  cat(
    tiles.slice(0, count).map(({ scores }) => scores),
    1,
  );
const right = (scores: Tensor): Tensor =>
  scores.softmax(-1).matmul(
    cat(
      tiles.map(({ values }) => values),
      0,
    ),
  );

for (const count of [1, 2, 3]) {
  const { m } = state(tiles.slice(0, count));
  const largest = scoresOf(count).amax(-1, { keepdim: true });
  if (m.shape.join() !== `${b},1` || !(apart(m, largest) < 1e-6))
    throw new Error(
      `After ${count} of 3 tiles m is not the largest score so far: take the larger of the old m and this tile's largest score, shape (b, 1).`,
    );
}
const one = state(tiles.slice(0, 1));
if (
  !(
    apart(
      one.l,
      tiles[0]!.scores.sub(one.m).exp().sum(-1, { keepdim: true }),
    ) < 1e-4
  )
)
  throw new Error(
    "After the first tile l is not the sum of exp(score − m): measure the scores from the new maximum, and shrink the old l by exp(old m − new m), which is 0 here.",
  );
const all = state(tiles);
const sum = scoresOf(3).sub(all.m).exp().sum(-1, { keepdim: true });
if (!(apart(all.l, sum) < 1e-4))
  throw new Error(
    "The sum is wrong after the second tile: multiply the old l by exp(old m − new m) before you add this tile's sum.",
  );
if (!(apart(all.o.div(all.l), right(scoresOf(3))) < 1e-4))
  throw new Error(
    "l is right, but o / l is not softmax(scores) · values: the old o has to shrink by the same factor as the old l.",
  );
const large = tiles.map(({ scores, values }) => ({
  scores: scores.add(1000),
  values,
}));
const { o, l } = state(large);
if (!(apart(o.div(l), right(scoresOf(3))) < 1e-2))
  throw new Error(
    "1000 added to every score should change nothing, but the result is another: no exponential may be taken of a score that m is not subtracted from.",
  );
console.log(
  "Right: each tile is read once, and the result is that of the whole row, for large scores too.",
);
