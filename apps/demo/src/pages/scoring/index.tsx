import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { PageProps } from "../page.ts";
import { Arithmetic } from "./arithmetic.tsx";
import { Controls } from "./controls.tsx";
import { Histogram } from "./histogram.tsx";
import { ScoringModel } from "./model.ts";
import "./page.css";
import { Player } from "./player.tsx";
import { Way } from "./way.tsx";
import { words } from "./words.ts";

/** Scores, masks, softmax and the weighted sum, on matrices small enough to see every number. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new ScoringModel(state), [state]);
  useEffect(() => () => model.end(), [model]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section>
        <div class="beside scoring">
          <div>
            <h2>{t.wayTitle}</h2>
            <p>{t.wayText}</p>
            <Player model={model} />
            <Way model={model} />
            <p class="problem" role="status">
              {model.problem.value}
            </p>
          </div>
          <Controls model={model} />
        </div>
      </section>
      <Arithmetic model={model} />
      <Histogram model={model} />
    </>
  );
}
