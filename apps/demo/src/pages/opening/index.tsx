import { fill, grouped } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import type { PageProps } from "../page.ts";
import { OpeningChallenges } from "./challenges.tsx";
import { Figure } from "./figure.tsx";
import { words } from "./messages/index.ts";
import { OpeningModel } from "./model.ts";
import "./page.css";
import { Sentence } from "./sentence.tsx";
import { start } from "./start.gen.ts";

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
        {fill(t.about, { parameters: grouped(start.parameters), pairs: grouped(start.pairs) })}
      </p>
      <OpeningChallenges model={model} />
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
