import {
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
  Vocab,
} from "@saccade/datasets";
import {
  crossEntropy,
  Embedding,
  Linear,
  Module,
  RNN,
  SGD,
} from "@saccade/nn";
import {
  manualSeed,
  randint,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { Trainer } from "@saccade/train";

const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
const vocab = new Vocab(source, { minFreq: 30 });
const text = vocab.indices(source.flat());

class Net extends Module {
  embedding = new Embedding(vocab.size, 12);
  rnn = new RNN(12, 24, { batchFirst: true });
  out = new Linear(24, vocab.size);

  override forward(x: Tensor): Tensor {
    const { output } = this.rnn.forward(this.embedding.forward(x));
    return this.out.forward(output).flatten(0, 1);
  }
}

/** Windows of 12 words, from so many words further on. */
function windows(starts: readonly number[], shift: number): Tensor {
  const rows = starts.map((at) =>
    text.slice(at + shift, at + shift + 12),
  );
  return tensor(rows, { dtype: "int32" });
}

console.log("rate  clipped  median norm  largest  above 1  loss");
for (const settings of [
  { lr: 1 },
  { lr: 4 },
  { lr: 4, clipGradNorm: 1 },
]) {
  manualSeed(0);
  const net = new Net();
  const data = Array.from({ length: 50 }, () => {
    const starts = randint(0, text.length - 13, [8]).toArray(1);
    return { x: windows(starts, 0), y: windows(starts, 1).flatten() };
  });
  // #region train
  const trainer = new Trainer({
    model: net,
    optimizer: new SGD(net, settings),
    data,
    trainingStep: ({ x, y }) => crossEntropy(net.forward(x), y),
    maxEpochs: 1,
  });
  const norms: number[] = [];
  trainer.on("step", ({ gradNorm }) => void norms.push(gradNorm));
  const { losses } = await trainer.fit(); // the mean of the epoch
  // #endregion train
  norms.sort((a, b) => a - b);
  console.log(
    String(settings.lr).padEnd(4),
    ("clipGradNorm" in settings ? "at 1" : "no").padStart(8),
    norms[25]!.toFixed(2).padStart(12),
    norms.at(-1)!.toFixed(2).padStart(8),
    String(norms.filter((norm) => norm > 1).length).padStart(8),
    losses[0]!.toFixed(2).padStart(5),
  );
}
