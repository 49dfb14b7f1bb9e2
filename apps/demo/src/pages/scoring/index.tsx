import { useMedia, useTouch } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useWords } from "../../app/shell.ts";
import { Later } from "../../ui/parts.tsx";
import { Arithmetic, Formula } from "./arithmetic.tsx";
import { Controls, PresetChoice, QueryChoice, Questions, Spread } from "./controls.tsx";
import { Figure, MatrixTabs } from "./figure.tsx";
import { words } from "./messages/index.ts";
import { ScoringModel } from "./model.ts";
import "./page.css";

/** Scores, masks, softmax and the weighted sum in motion, on matrices small enough to see every number. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new ScoringModel(state), [state]);
  useEffect(() => () => model.end(), [model]);
  const isPhone = useMedia("(max-width: 40rem)"); // as in page.css
  const isTouch = useTouch();
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="scoring">
        <PresetChoice model={model} />
        <div class="shown">
          <Formula settings={model.settings} />
          <Figure model={model} />
          <p class="problem" role="status">
            {model.problem.value}
          </p>
        </div>
        <div class="side controls">
          <QueryChoice model={model} />
          {isPhone && <MatrixTabs model={model} />}
          <Arithmetic model={model} />
          <p class="quiet hint">{isTouch ? t.hintTouch : t.hint}</p>
        </div>
        <Controls model={model} />
      </div>
      <Later>
        <Spread model={model} />
      </Later>
      <Later>
        <Questions model={model} />
      </Later>
    </>
  );
}
