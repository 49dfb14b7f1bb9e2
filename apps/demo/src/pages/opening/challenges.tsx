import type { Chosen } from "@saccade/figures/arcs";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Dictionary } from "../../app/words.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { Language } from "./calls.ts";
import { words } from "./messages/index.ts";
import type { OpeningModel } from "./model.ts";

interface Shown {
  readonly language: Language;
  readonly example: number;
  readonly word: Chosen;
}

const target = (index: number): Chosen => ({ side: "target", index });
const source = (index: number): Chosen => ({ side: "source", index });

/** The demonstration of each answer: one of the examples, with the arcs of a word. */
const shown: Dictionary<readonly Shown[]> = {
  en: [
    { language: "fr", example: 0, word: target(3) },
    { language: "fr", example: 2, word: source(2) },
    { language: "fr", example: 1, word: target(0) },
  ],
  zh: [
    { language: "zh", example: 0, word: target(0) },
    { language: "zh", example: 0, word: source(7) },
    { language: "zh", example: 1, word: target(0) },
  ],
};

export function OpeningChallenges({ model }: { readonly model: OpeningModel }): JSX.Element {
  const shows = useWords(shown).map(
    ({ language, example, word }) =>
      () =>
        model.look(language, example, word),
  );
  return <Challenges questions={useWords(words).questions} shows={shows} />;
}
