import { fill, percent } from "@saccade/figures/messages";
import type { Question } from "../../ui/challenges.tsx";
import type { Texts } from "./messages/index.ts";
import { start } from "./shipped/start.gen.ts";

/** Epochs between which the loss falls and the accuracy hardly changes. */
export const early = 10;
const last = start.losses.length;
const accuracyAfter = (epoch: number): string =>
  percent(start.film.frames.find((frame) => frame.epoch === epoch)?.accuracy ?? 0);

/** The page's questions, with the numbers of the run that the page opens with. */
export function questionsOf(t: Texts): readonly Question[] {
  const values = { early, last, before: accuracyAfter(early), after: accuracyAfter(last) };
  return t.questions.map((asked) => ({
    ...asked,
    question: fill(asked.question, values),
    answer: fill(asked.answer, values),
  }));
}
