import {
  batches,
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
  Vocab,
} from "@saccade/datasets";
import {
  Adam,
  crossEntropy,
  Embedding,
  Linear,
  Module,
} from "@saccade/nn";
import {
  manualSeed,
  randperm,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { Trainer } from "@saccade/train";

manualSeed(0);
const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
const order = randperm(source.length).toArray(1);
const sentences = order.map((i) => source[i]!);
const vocab = new Vocab(source, { minFreq: 25 });

/** Two words, and the word that follows them. */
function examples(lines: readonly (readonly string[])[]) {
  const rows = lines.flatMap((line) => {
    const ids = [0, 0, ...vocab.indices(line)];
    return line.map((_, i) => ids.slice(i, i + 3));
  });
  const numbers = (of: (row: number[]) => number[] | number) =>
    tensor(rows.map(of) as number[][], { dtype: "int32" });
  return {
    x: numbers((row) => row.slice(0, 2)),
    y: numbers((row) => row[2]!),
  };
}

class NextWord extends Module {
  embedding = new Embedding(vocab.size, 12);
  hidden = new Linear(24, 24);
  out = new Linear(24, vocab.size);

  override forward(x: Tensor): Tensor {
    const words = this.embedding.forward(x).flatten(1);
    return this.out.forward(this.hidden.forward(words).tanh());
  }
}

const heldOut = examples(sentences.slice(1780));
console.log("sentences  epoch  train  held-out");
for (const count of [30, 300]) {
  // #region train
  const net = new NextWord();
  const tensors = examples(sentences.slice(0, count));
  const trainer = new Trainer({
    model: net,
    optimizer: new Adam(net, { lr: 0.03 }),
    data: batches({ tensors, batchSize: 64, shuffle: true }),
    validationData: [heldOut],
    trainingStep: ({ x, y }) => crossEntropy(net.forward(x), y),
    earlyStopping: { patience: 2 },
    checkpointEvery: { epochs: 1 },
    maxEpochs: 12,
  });
  // After each epoch: how the model does, and its checkpoint.
  const curve: Point[] = [];
  trainer.on("epoch", ({ epoch, loss, validation }) => {
    curve.push({ epoch, loss, heldOut: validation?.["loss"] ?? NaN });
  });
  const files: Uint8Array[] = [];
  trainer.on("checkpoint", ({ bytes }) => void files.push(bytes));
  await trainer.fit();
  const least = Math.min(...curve.map(({ heldOut }) => heldOut));
  const best = curve.find(({ heldOut }) => heldOut === least)!;
  await trainer.load(files[best.epoch - 1]!); // and measure this one
  // #endregion train
  tell(count, best, "best");
  tell(count, curve.at(-1)!, "last");
}

interface Point {
  readonly epoch: number;
  readonly loss: number;
  readonly heldOut: number;
}

function tell(
  count: number,
  { epoch, loss, heldOut }: Point,
  name: string,
) {
  console.log(
    String(count).padStart(9),
    String(epoch).padStart(6),
    loss.toFixed(2).padStart(6),
    heldOut.toFixed(2).padStart(9),
    name,
  );
}
