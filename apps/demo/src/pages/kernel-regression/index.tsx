import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { PageProps } from "../page.ts";
import { Arithmetic } from "./arithmetic.tsx";
import { Controls } from "./controls.tsx";
import { Cues } from "./cues.tsx";
import { RegressionModel } from "./model.ts";
import "./page.css";
import { Scatter } from "./scatter.tsx";
import { Training } from "./training.tsx";
import { words } from "./words.ts";

/** Attention as kernel regression (Nadaraya 1964; Watson 1964). */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new RegressionModel(state), [state]);
  useEffect(() => () => model.end(), [model]);
  const way = model.settings.way.value;
  const nothing = model.look.value.rows[way].weights.every((weight) => weight === 0);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <Cues settings={model.settings} />
      <section>
        <h2>{t.plotTitle}</h2>
        <p>{t.plotText}</p>
        <div class="beside">
          <figure>
            <Scatter model={model} />
            <figcaption>{t.pointHint}</figcaption>
            <p class="problem" role="status">
              {model.problem.value || (nothing ? t.noKey : "")}
            </p>
            <Arithmetic model={model} />
          </figure>
          <Controls model={model} />
        </div>
      </section>
      <Training model={model} />
    </>
  );
}
