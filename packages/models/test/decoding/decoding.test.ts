import { Generator, randn, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { beamSearch, greedyDecode, type Hypothesis, type TokenStep } from "../../src/index.ts";

const [bos, eos, vocabulary, maxSteps] = [0, 1, 4, 4];
const options = { bos, eos, maxSteps };

/** A network whose next token depends on the last one alone; its state counts the steps. */
function chain(logits: Tensor): TokenStep<number> {
  const logProbs = logits.logSoftmax(-1);
  return (token, steps) => ({
    logProbs: logProbs.select(0, token),
    state: steps + 1,
    weights: tensor([steps, token]),
  });
}

const random = (seed: number): TokenStep<number> =>
  chain(randn([vocabulary, vocabulary], { generator: new Generator(seed) }).mul(2));

/** Every sentence of at most maxSteps tokens, by trying all. */
function all(step: TokenStep<number>): { tokens: number[]; logProb: number }[] {
  const grow = (tokens: number[], logProb: number): { tokens: number[]; logProb: number }[] => {
    if (tokens.at(-1) === eos || tokens.length === maxSteps) return [{ tokens, logProb }];
    const { logProbs } = step(tokens.at(-1) ?? bos, 0);
    return [...logProbs.dataSync()].flatMap((value, token) => grow([...tokens, token], logProb + value));
  };
  return grow([], 0);
}

test.each([0, 0.6, 1])("a beam that holds everything finds the best of all, α = %f", (lengthPenalty) => {
  for (const seed of [1, 2, 3]) {
    const step = random(seed);
    const scored = all(step).map(({ tokens, logProb }) => ({
      tokens,
      score: logProb / ((5 + tokens.length) / 6) ** lengthPenalty,
    }));
    const best = scored.toSorted((a, b) => b.score - a.score).slice(0, 5);
    const found = beamSearch(step, 0, { ...options, beamSize: 400, lengthPenalty }).slice(0, 5);
    expect(found.map(({ tokens }) => tokens)).toEqual(best.map(({ tokens }) => tokens));
    found.forEach(({ score }, i) => {
      expect(score).toBeCloseTo(best[i]!.score, 4);
    });
  }
});

test("a beam of 1 decodes greedily", () => {
  for (let seed = 0; seed < 20; seed++) {
    const step = random(seed);
    const greedy = greedyDecode(step, 0, options);
    const found = beamSearch(step, 0, { ...options, beamSize: 1 });
    expect(found).toHaveLength(1);
    const { tokens, logProb, weights }: Hypothesis = found[0]!;
    expect({ tokens, logProb, weights, candidates: [] }).toEqual(greedy);
  }
});

test("one token may both begin and end sentences", () => {
  for (let seed = 0; seed < 20; seed++) {
    const both = { bos: eos, eos, maxSteps };
    const greedy = greedyDecode(random(seed), 0, both);
    expect(greedy.tokens.length).toBeGreaterThan(0);
    expect(beamSearch(random(seed), 0, { ...both, beamSize: 1 })[0]!.tokens).toEqual(greedy.tokens);
  }
});

test("log-probabilities and weights belong to the tokens; sentences that do not end stop at maxSteps", () => {
  const loop = chain(
    tensor([
      [-9, -9, 9, -9],
      [0, 0, 0, 0],
      [-9, -9, -9, 9],
      [-9, -9, 9, -9],
    ]),
  );
  const { tokens, weights, logProb } = greedyDecode(loop, 0, options);
  expect(tokens).toEqual([2, 3, 2, 3]);
  expect(weights).toEqual([
    [0, bos],
    [1, 2],
    [2, 3],
    [3, 2],
  ]);
  expect(logProb).toBeCloseTo(0, 5);
});

test("what makes no sense is refused", () => {
  const broken = chain(tensor([[Number.NaN, 0, 0, 0]]));
  expect(() => greedyDecode(broken, 0, options)).toThrow(/scores are NaN/);
  expect(() => beamSearch(broken, 0, { ...options, beamSize: 2 })).toThrow(/scores are NaN/);
});
