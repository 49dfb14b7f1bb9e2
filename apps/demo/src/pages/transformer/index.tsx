import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { PageProps } from "../page.ts";
import { Level } from "./level.tsx";
import { TransformerModel } from "./model.ts";
import "./page.css";
import { PositionsNote } from "./positions-note.tsx";
import { SentenceEditor } from "./sentence-editor.tsx";
import { Sentences } from "./sentences.tsx";
import { Three } from "./three.tsx";
import { Trail } from "./trail.tsx";
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
    <div class="transformer">
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <SentenceEditor model={model} />
      <p class="problem" role="alert">
        {model.problem.value}
      </p>
      <section class="inside">
        <Sentences model={model} />
        <Trail model={model} />
        <Level model={model} />
      </section>
      <Three model={model} />
      <PositionsNote model={model} />
    </div>
  );
}
