import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { PageProps } from "../page.ts";
import { Below } from "./below.tsx";
import { challengesOf } from "./challenges.ts";
import { Level } from "./level.tsx";
import { TransformerModel } from "./model.ts";
import "./page.css";
import { SentenceEditor } from "./sentence-editor.tsx";
import { Sentences } from "./sentences.tsx";
import { Story } from "./story.tsx";
import { Trail } from "./trail.tsx";
import { leadOf } from "./verdict.ts";
import { words } from "./words.ts";

/** A trained encoder and decoder, from the whole down to one number. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new TransformerModel(state), [state]);
  useEffect(() => {
    model.begin();
    return () => model.end();
  }, [model]);
  return (
    <div class="transformer" data-ready={model.ready}>
      <h1>{t.title}</h1>
      <p class="lead">{leadOf(t, model.look.value)}</p>
      <SentenceEditor model={model} />
      <p class="problem" role="alert">
        {model.problem}
      </p>
      <section class="inside">
        <div class="said">
          <Sentences model={model} />
          <Story model={model} />
        </div>
        <Trail model={model} />
        <Level model={model} />
      </section>
      <Below model={model} />
      <Challenges items={challengesOf(model, t)} />
    </div>
  );
}
