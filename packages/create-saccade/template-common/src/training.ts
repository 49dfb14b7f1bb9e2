import { noGrad } from "@saccade/autograd";
import { batches } from "@saccade/datasets";
import { Adam, CosineAnnealingLR, nllLoss } from "@saccade/nn";
import { manualSeed, type Tensor } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import { Sorter } from "./model.ts";
import { randomWords, toTensor, toWord } from "./words.ts";

type Batch = Record<"words" | "sorted", Tensor>;

/** A word with its letters sorted by the model. weights[place][letter] says how much a place attends to a letter. */
export interface SortedWord {
  readonly word: string;
  readonly sorted: string;
  readonly weights: number[][];
}

export interface Training {
  readonly trainer: Trainer<Batch>;
  readonly sortWord: (word: string) => SortedWord;
}

/** An untrained model, and what trains it. The same seed gives the same numbers on the same kernels. */
export function makeTraining({ seed, epochs }: { seed: number; epochs: number }): Training {
  manualSeed(seed);
  const model = new Sorter();
  const optimizer = new Adam(model, { lr: 5e-3 });
  const loss = ({ words, sorted }: Batch): Tensor =>
    nllLoss(model.forward(words).probabilities.clamp({ min: 1e-6 }).log().flatten(0, 1), sorted.flatten());

  const trainer = new Trainer<Batch>({
    model,
    optimizer,
    scheduler: new CosineAnnealingLR(optimizer, { tMax: epochs }), // small steps at the end
    data: batches({ tensors: randomWords(8192), batchSize: 128, shuffle: true, seed }),
    trainingStep: loss, // one call of it is a whole step: the trainer computes the gradients and updates the weights
    compile: true, // records the step once and replays it
    // New words, which the model is not trained on.
    validationData: batches({ tensors: randomWords(1024), batchSize: 512 }),
    validationStep: (batch) => ({ loss: loss(batch), exact: exact(model, batch) }),
    maxEpochs: epochs,
  });
  return { trainer, sortWord: (word) => sortWord(model, word) };
}

/** The share of words that are sorted without a mistake. */
function exact(model: Sorter, { words, sorted }: Batch): Tensor {
  return model.forward(words).probabilities.argmax(-1).eq(sorted).all(-1).to("float32").mean();
}

function sortWord(model: Sorter, word: string): SortedWord {
  // noGrad frees every tensor that is made inside.
  return noGrad(() => {
    const { probabilities, weights } = model.forward(toTensor(word));
    const sorted = toWord(probabilities.argmax(-1).flatten().dataSync());
    const [matrix] = weights.toArray() as number[][][]; // a batch of one
    return { word, sorted, weights: matrix ?? [] };
  });
}
