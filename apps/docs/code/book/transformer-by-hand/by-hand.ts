import { noGrad } from "@saccade/autograd";
import { Transformer } from "@saccade/models";
import { AdamW, crossEntropy } from "@saccade/nn";
import {
  arange,
  cat,
  manualSeed,
  stack,
  type Tensor,
  tensor,
} from "@saccade/tensor";

// #region words
const articles = { the: ["le", "la"], a: ["un", "une"] };
const colors = {
  blue: ["bleu", "bleue"],
  green: ["vert", "verte"],
  black: ["noir", "noire"],
  white: ["blanc", "blanche"],
};
const nouns: Record<string, [string, 0 | 1]> = {
  car: ["voiture", 1], // 1: feminine
  house: ["maison", 1],
  table: ["table", 1],
  dog: ["chien", 0],
  book: ["livre", 0],
  cat: ["chat", 0],
};
// #endregion words

// #region pairs
const pairs = Object.entries(articles).flatMap(([a, article]) =>
  Object.entries(colors).flatMap(([c, color]) =>
    Object.entries(nouns).map(([n, [noun, gender]]) => ({
      english: [a, c, n, "<eos>"],
      french: [article[gender]!, noun, color[gender]!, "<eos>"],
    })),
  ),
);
const source = [...new Set(pairs.flatMap((pair) => pair.english))];
const target = [
  "<bos>",
  ...new Set(pairs.flatMap((pair) => pair.french)),
];
const ids = (rows: string[][], words: string[]): Tensor =>
  tensor(
    rows.map((row) => row.map((word) => words.indexOf(word))),
    { dtype: "int32" },
  );
const fed = (french: string[]): string[] => [
  "<bos>",
  ...french.slice(0, -1),
];

// #endregion pairs

// #region train
manualSeed(0);
const [d, heads] = [16, 2];
const net = new Transformer({
  srcVocabSize: source.length,
  tgtVocabSize: target.length,
  dModel: d,
  numHeads: heads,
  numLayers: 1,
  dropout: 0,
});

// One pair of six is never seen in training.
const heldOut = pairs.filter((_, i) => i % 6 === Math.floor(i / 6) % 6);
const seen = pairs.filter((pair) => !heldOut.includes(pair));
const x = ids(
  seen.map((pair) => pair.english),
  source,
); // (40, 4)
const y = ids(
  seen.map((pair) => pair.french),
  target,
);
const before = ids(
  seen.map((pair) => fed(pair.french)),
  target,
);
const optimizer = new AdamW(net, { lr: 0.01 });
for (let step = 0; step < 100; step++)
  optimizer.step(() =>
    crossEntropy(net.logits(x, before).flatten(0, 1), y.flatten()),
  );
net.eval();
// #endregion train

const w = net.stateDict();
const weight = (name: string): Tensor => w[name]!;

// #region embed
/** The rows of the table, times √d, and a wave for each place. */
function embed(
  side: string,
  words: string[],
  vocabulary: string[],
): Tensor {
  const table = weight(`${side}.embedding.weight`); // (words, d)
  const rows = words.map((word) =>
    table.select(0, vocabulary.indexOf(word)),
  );
  return stack(rows).mul(Math.sqrt(d)).add(positions(words.length)); // (n, d)
}

function positions(n: number): Tensor {
  const place = arange(n).unsqueeze(1); // (n, 1)
  const speed = arange(0, d, 2).div(d).mul(-Math.log(10_000)).exp(); // (d / 2)
  const angle = place.mul(speed); // (n, d / 2)
  return stack([angle.sin(), angle.cos()], -1).reshape([n, d]);
}
// #endregion embed

// #region attend
/** softmax(Q Kᵀ / √dₕ) V; `hidden` keys get the weight 0. */
function attend(q: Tensor, k: Tensor, v: Tensor, hidden?: Tensor) {
  const scores = q.matmul(k.t()).div(Math.sqrt(q.size(1))); // (n, m)
  const seen = hidden ? scores.maskedFill(hidden, -Infinity) : scores;
  const weights = seen.softmax(-1);
  return { weights, output: weights.matmul(v) }; // (n, m), (n, dₕ)
}
// #endregion attend

// #region multi-head
/** Queries from x (n, d), keys and values from m (m, d). */
function multiHead(
  name: string,
  x: Tensor,
  m: Tensor,
  hidden?: Tensor,
) {
  const W = weight(`${name}.in_proj_weight`); // (3d, d): Q, K and V
  const b = weight(`${name}.in_proj_bias`);
  const project = (from: Tensor, i: number): Tensor =>
    from.matmul(W.narrow(0, i * d, d).t()).add(b.narrow(0, i * d, d));
  const [q, k, v] = [project(x, 0), project(m, 1), project(m, 2)];
  const size = d / heads;
  const all = Array.from({ length: heads }, (_, h) => {
    const part = (x: Tensor): Tensor => x.narrow(1, h * size, size);
    return attend(part(q), part(k), part(v), hidden);
  });
  const together = cat(
    all.map(({ output }) => output),
    1,
  ); // (n, d)
  const output = linear(`${name}.out_proj`, together);
  return { output, weights: all.map(({ weights }) => weights) };
}

function linear(name: string, x: Tensor): Tensor {
  return x
    .matmul(weight(`${name}.weight`).t())
    .add(weight(`${name}.bias`));
}
// #endregion multi-head

// #region norm
/** Each row with mean 0 and variance 1, then scaled and shifted. */
function norm(name: string, x: Tensor): Tensor {
  const centered = x.sub(x.mean(-1, { keepdim: true }));
  const variance = centered.square().mean(-1, { keepdim: true });
  const standard = centered.div(variance.add(1e-5).sqrt());
  return standard
    .mul(weight(`${name}.weight`))
    .add(weight(`${name}.bias`));
}

function feedForward(layer: string, x: Tensor): Tensor {
  return linear(
    `${layer}.linear2`,
    linear(`${layer}.linear1`, x).relu(),
  );
}
// #endregion norm

// #region encode
const encoderLayer = "encoder.stack.layers.0";

function encode(words: string[]) {
  const x = embed("encoder", words, source); // (n, d)
  const own = multiHead(`${encoderLayer}.self_attn`, x, x);
  const mixed = norm(`${encoderLayer}.norm1`, x.add(own.output));
  const added = mixed.add(feedForward(encoderLayer, mixed));
  return {
    memory: norm(`${encoderLayer}.norm2`, added),
    weights: own.weights,
  };
}
// #endregion encode

// #region decode
const decoderLayer = "decoder.stack.layers.0";

function decode(words: string[], memory: Tensor, unseen?: Tensor) {
  const y = embed("decoder", words, target); // (n, d)
  const later = arange(words.length)
    .unsqueeze(1)
    .lt(arange(words.length));
  const own = multiHead(`${decoderLayer}.self_attn`, y, y, later);
  const first = norm(`${decoderLayer}.norm1`, y.add(own.output));
  const cross = multiHead(
    `${decoderLayer}.multihead_attn`,
    first,
    memory,
    unseen,
  );
  const second = norm(`${decoderLayer}.norm2`, first.add(cross.output));
  const added = second.add(feedForward(decoderLayer, second));
  const last = norm(`${decoderLayer}.norm3`, added);
  // The table of words once more: a row for each score.
  const scores = last.matmul(weight("decoder.embedding.weight").t());
  return { scores, weights: cross.weights }; // (m, words)
}
// #endregion decode

// #region answer
const english = ["the", "green", "house", "<eos>"]; // was held out
const written = ["<bos>"];
noGrad(() => {
  const { memory } = encode(english);
  while (written.at(-1) !== "<eos>" && written.length < 6) {
    const { scores, weights } = decode(written, memory);
    const next = scores.select(0, -1); // those after the last word
    const chances = next.softmax(-1);
    const word = target[next.argmax(-1).item()]!;
    console.log(
      written.at(-1)!.padEnd(6),
      "→",
      word.padEnd(6),
      percent(chances.max().item()),
    );
    for (const head of weights)
      console.log("         looks at", row(head.select(0, -1)));
    written.push(word);
  }
});
// #endregion answer

// #region check
noGrad(() => {
  const byHand = decode(
    fed(["la", "maison", "verte", "<eos>"]),
    encode(english).memory,
  ).scores;
  const model = net.logits(
    ids([english], source),
    ids([["<bos>", "la", "maison", "verte"]], target),
  );
  const apart = byHand.sub(model.select(0, 0)).abs().max().item();
  console.log("as the model computes it:", apart < 1e-4);
});
// #endregion check

// #region hide
noGrad(() => {
  const { memory } = encode(english);
  for (const word of english) {
    const unseen = tensor(english.map((one) => one === word)).unsqueeze(
      0,
    );
    const chances = decode(["<bos>"], memory, unseen)
      .scores.select(0, 0)
      .softmax(-1);
    const [le, la] = ["le", "la"].map((one) =>
      chances.select(0, target.indexOf(one)).item(),
    );
    console.log(
      `without ${word.padEnd(6)} le ${percent(le!)}, la ${percent(la!)}`,
    );
  }
});
// #endregion hide

noGrad(() => {
  const right = heldOut.filter(({ english, french }) => {
    const { memory } = encode(english);
    const scores = decode(fed(french), memory)
      .scores.argmax(-1)
      .toArray(1);
    return (
      scores.map((id) => target[id]).join(" ") === french.join(" ")
    );
  });
  console.log(
    `${right.length} of ${heldOut.length} unseen pairs are right`,
  );
});

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function row(weights: Tensor): string {
  const shares = weights.toArray(1);
  return english
    .map((word, i) => `${word} ${shares[i]!.toFixed(2)}`)
    .join("  ");
}
