import { AdditiveScoring, DotScoring, ScaledDotScoring, type Scoring } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import type { Figure, RunOptions } from "../program.ts";
import { Retriever, sampleLookups } from "../scoring-functions/retrieval.ts";
import { trainSteps } from "../train-steps.ts";

// Additive scores beside dot products, divided by √d and not, by width. Each learns the same lookups for the same steps.
const kinds: Readonly<Record<string, (width: number) => Scoring>> = {
  additive: (width) => new AdditiveScoring(width, width, width),
  "scaled dot": (width) => new ScaledDotScoring(width),
  dot: (width) => new DotScoring(width),
};

export function measureScores({ quick, random }: RunOptions): { figures: Figure[]; losses: number[] } {
  const figures: Figure[] = [];
  let losses: number[] = [];
  for (const width of quick ? [16] : [4, 16, 64, 256]) {
    const test = sampleLookups(quick ? 64 : 1000, random);
    for (const [name, make] of Object.entries(kinds)) {
      const net = new Retriever(make(width), width);
      const curve = trainSteps(net, {
        steps: quick ? 20 : 300,
        lr: 0.01,
        next: () => sampleLookups(64, random),
        loss: (batch) => crossEntropy(net.forward(batch).logits, batch.answer),
      });
      if (name === "scaled dot") losses = curve;
      const loss = noGrad(() => crossEntropy(net.eval().forward(test).logits, test.answer).item());
      figures.push({ name: `loss at width ${width}, ${name}`, value: loss });
    }
  }
  return { figures, losses };
}
