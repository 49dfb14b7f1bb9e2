import type { Chosen } from "@saccade/figures/arcs";
import { type Dictionary, fill, grouped } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { Challenges } from "../../ui/parts.tsx";
import type { Language } from "./calls.ts";
import { Figure, Sentence } from "./figure.tsx";
import { words } from "./messages/index.ts";
import { OpeningModel, start } from "./model.ts";
import "./page.css";
import larger from "./subwords/about.gen.json" with { type: "json" };

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
    { language: "fr", example: 1, word: target(3) },
    { language: "fr", example: 3, word: source(2) },
    { language: "fr", example: 2, word: target(0) },
  ],
  zh: [
    { language: "zh", example: 1, word: target(0) },
    { language: "zh", example: 1, word: source(7) },
    { language: "zh", example: 2, word: target(0) },
  ],
};

/** A sentence being translated, and the attention of each word (Luong, Pham & Manning 2015, general score). */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const { language, store } = useShell();
  const model = useMemo(() => new OpeningModel(state, language), [state, language]);
  useEffect(() => () => model.end(), [model]);
  const steps = [
    ["translator", t.steps.train],
    ["scoring", t.steps.score],
  ] as const;
  return (
    <div class="opening">
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <FigureFrame name="translation" title={t.label}>
        <Figure model={model} />
      </FigureFrame>
      <Sentence model={model} />
      <p class="quiet">
        {fill(t.about, {
          parameters: grouped(start.parameters),
          pairs: grouped(start.pairs),
          size: (larger.bytes / 1e6).toFixed(1),
        })}
      </p>
      <Challenges
        questions={t.questions}
        shows={useWords(shown).map(
          ({ language, example, word }) =>
            () =>
              model.look(language, example, word),
        )}
      />
      <nav class="steps" aria-label={t.on}>
        <h2>{t.on}</h2>
        <ul class="bare flow">
          {steps.map(([name, text]) => (
            <li key={name}>
              <a href={store.hrefOf(name)}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
