// Classifies reviews by what they say about one thing: one layer of attention, a GRU, and the mean of the words.

import { compile, noGrad } from "@saccade/autograd";
import { Adam, crossEntropy } from "@saccade/nn";
import { drawAttention } from "./draw.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { shareRight } from "./tensors.ts";
import { AttentionReader, GruReader, MeanReader, type QuestionReader } from "./text-classification/models.ts";
import { QuestionMaker, type Questions, vocabulary, wordsOf } from "./text-classification/questions.ts";

const textClassification: Program = {
  name: "text-classification",
  about:
    "What does a review say about one thing? One layer of attention beside a GRU and the mean of the words.",
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, random, print } = options;
    const counts = quick ? [2] : [2, 4, 6];
    const figures: Figure[] = [];
    const losses: Record<string, readonly number[]> = {};
    print("sentences  words  model      held out  ms a step");
    const words = vocabulary(random);
    const readers = {
      attention: new AttentionReader(words.length),
      GRU: new GruReader(words.length),
      mean: new MeanReader(words.length),
    };
    // Each model goes on from shorter reviews to longer ones.
    for (const sentences of counts) {
      const maker = new QuestionMaker(sentences, words, random);
      const test = maker.draw(quick ? 64 : 1000, true);
      const mean = Math.round(test.lens.to("float32").mean().item());
      for (const [name, net] of Object.entries(readers)) {
        const { values, ms } = train(net, quick ? 60 : sentences === 2 ? 400 : 250, maker);
        const found = accuracy(net, test);
        print(
          [
            String(sentences).padEnd(9),
            String(mean).padEnd(5),
            name.padEnd(9),
            found.toFixed(3).padEnd(8),
            ms.toFixed(1),
          ].join("  "),
        );
        const goal = name === "attention" ? { atLeast: 0.95 } : name === "mean" ? { atMost: 0.8 } : {};
        figures.push({ name: `${sentences} sentences, ${name}`, value: found, ...goal });
        losses[`${sentences} sentences, ${name}`] = values;
      }
      if (sentences === (counts[1] ?? counts[0])) await drawQuestions(readers.attention, maker, options);
    }
    return { figures, losses };
  },
};

function train(net: QuestionReader, steps: number, maker: QuestionMaker): { values: number[]; ms: number } {
  const optimizer = new Adam(net, { lr: 5e-3 });
  const step = compile((questions: Questions) =>
    optimizer.step(() => crossEntropy(net.forward(questions), questions.answers)),
  );
  const values: number[] = [];
  let ms = 0;
  for (let i = 0; i < steps; i++) {
    const questions = maker.draw(64, false);
    const start = performance.now();
    values.push(step(questions).item());
    ms += performance.now() - start;
  }
  step.dispose();
  return { values, ms: ms / steps };
}

function accuracy(net: QuestionReader, questions: Questions): number {
  net.eval();
  const found = noGrad(() => shareRight(net.forward(questions), questions.answers));
  net.train();
  return found;
}

/** One review, two questions about it, and what the words asked about attend to. */
async function drawQuestions(net: AttentionReader, maker: QuestionMaker, options: RunOptions): Promise<void> {
  const [review] = maker.reviews(1, true);
  const asked = [0, 1].map((shift) => (review!.asked + shift) % review!.things.length);
  const questions = maker.encode(asked.map((index) => ({ ...review!, asked: index })));
  const words = wordsOf(review!);
  const { all, answers } = noGrad(() => ({
    all: net.attend(questions).weights.narrow(2, 0, words.length).toArray() as number[][][],
    answers: net.forward(questions).argmax(-1).toArray() as number[],
  }));
  const weights = asked.map((index, b) => all[b]![words.indexOf(review!.things[index]!)]!);
  options.print(words.join(" "));
  asked.forEach((index, b) => {
    const most = words
      .map((word, i) => ({ word, weight: weights[b]![i]! }))
      .sort((x, y) => y.weight - x.weight)
      .slice(0, 4);
    options.print(
      `  ${review!.things[index]}? ${answers[b] === 1 ? "praised" : "blamed"}; the word attends to ` +
        most.map(({ word, weight }) => `${word} (${weight.toFixed(2)})`).join(", "),
    );
  });
  await drawAttention(options, {
    name: "text-classification",
    title: "What the words asked about attend to, by the words' first letters",
    weights,
    queries: asked.map((index) => review!.things[index]!),
    keys: words.map((word) => word[0]!),
  });
}

await runProgram(textClassification);
