import type { Question } from "../../../../ui/challenges.tsx";
import { grouped } from "../../../../ui/grouped.ts";

export const en = {
  learnTitle: "Watch it learn",
  layers: "Layers",
  layerNames: { "2": "Two", "1": "One, as control" },
  train: "Train",
  goOn: "Continue",
  pause: "Pause",
  anotherSeed: "Another seed",
  about: (layers: number, parameters: number): string =>
    `${layers === 1 ? "One attention layer" : "Two attention layers"} of four heads and nothing else${parameters > 0 ? `, ${grouped(parameters)} numbers` : ""}. Each sequence is 5 to 15 random tokens of 32, again and again.`,
  status: {
    starting: "Starting…",
    idle: "Not trained yet",
    shipped: "Trained in advance",
    running: "Training",
    paused: "Paused",
    done: "Done",
  },
  progress: (seed: number, step: number, last: number): string =>
    `seed ${seed}, step ${grouped(step)} of ${grouped(last)}`,

  filmTitle: "The film of the heads",
  filmText:
    "How much each head attends to the token before, and to the token after the same one’s last occurrence. A head that does the latter is an induction head: what followed there is what follows here.",
  pair: (first: string, second: string): string =>
    `Two heads do it together: ${first} tells each token what came before it; ${second} finds the token after the same one by that.`,
  step: "Step",
  play: "Play",
  stop: "Stop",
  previousToken: "token before",
  induction: "token after the same one",
  on: (name: string): string => `${name} is on`,
  scores: (name: string, step: number, previous: string, induction: string): string =>
    `${name} at step ${grouped(step)}: ${previous} to the token before, ${induction} to the token after the same one`,
  accuracy: (step: number, percent: string): string =>
    `Step ${grouped(step)}: ${percent} of the repeated tokens are predicted`,
  without: (heads: string, percent: string): string => `, and ${percent} without ${heads}`,
  and: ", ",
  allOn: "All heads on",
  headsOff: "Switch a head off, and see what is still predicted.",

  patternsTitle: "Where each head looks",
  patternsText: "One sequence, twice, at this step. Choose a head, then point at a row.",
  sequence: "How probable each token was to the network before it came. The second half can be known.",
  chance: (token: string, percent: string): string => `${token}: ${percent}`,
  anotherSequence: "Another sequence",

  compareTitle: "Two networks side by side",
  compareText:
    "Another seed, or the same network at another step. Which heads look one back, and which find what came after?",
  beside: "Beside it",
  sameRun: "the same network",
  runName: (seed: number, layers: number, step: number): string =>
    `seed ${seed}, ${layers === 1 ? "one layer" : "two layers"}, step ${grouped(step)}`,
  besideStep: "Step of the one beside it",
  trainOther: "Train another seed beside it",

  questions: [
    {
      question:
        "One head of layer 0 looks at the token before. Switch it off in the trained network of seed 0: what is still predicted?",
      choices: [
        "Nearly all: the induction heads are in layer 1.",
        "About half of the repeated tokens.",
        "Fewer than one token in five.",
      ],
      right: 2,
      answer:
        "An induction head looks for a token whose predecessor is the token it stands at. Without the head of layer 0, no token knows its predecessor. In other seeds two heads share this work, and more survives.",
    },
    {
      question: "Switch off one of the four induction heads of layer 1. What happens?",
      choices: [
        "A quarter of the tokens is lost.",
        "Hardly anything: the others do the same.",
        "Nothing is predicted any more.",
      ],
      right: 1,
      answer:
        "All four look at the same token, so three are enough. What one head does cannot be read from switching it off alone.",
    },
    {
      question: "Does an induction head form in a network of one layer?",
      choices: ["Yes, but later.", "Yes, a weaker one.", "No, however long it trains."],
      right: 2,
      answer:
        "It takes two steps: a first layer tells each token what came before it, a second finds the token by that. One layer has the first alone.",
    },
  ] as readonly Question[],
};
