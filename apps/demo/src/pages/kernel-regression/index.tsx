import { RegressionPlot } from "@saccade/figures/kernel-regression";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { Later } from "../../ui/later.tsx";
import type { PageProps } from "../page.ts";
import { Beneath } from "./beneath.tsx";
import { Controls } from "./controls.tsx";
import { Cues } from "./cues.tsx";
import { words } from "./messages/index.ts";
import { RegressionModel } from "./model.ts";
import { pointEdits } from "./own-points.ts";
import "./page.css";
import { Questions } from "./questions.tsx";
import { Training } from "./training.tsx";

/** Attention as kernel regression (Nadaraya 1964; Watson 1964). */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const lang = useShell().language.value;
  const model = useMemo(() => new RegressionModel(state), [state]);
  const edits = useMemo(() => pointEdits(model, t), [model, t]);
  useEffect(() => () => model.end(), [model]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="regression-page">
        <figure>
          <FigureFrame name="kernel-regression" title={t.plotTitle}>
            <RegressionPlot
              shown={model}
              lang={lang}
              edits={edits}
              names={t.lineNames}
              shortNames={t.shortNames}
            />
          </FigureFrame>
        </figure>
        <Later>
          <Controls model={model} edits={edits} />
        </Later>
        <Later>
          <Beneath model={model} />
        </Later>
      </section>
      <Later>
        <Training model={model} />
      </Later>
      <Later>
        <Cues settings={model.settings} />
      </Later>
      <Later>
        <Questions model={model} />
      </Later>
    </>
  );
}
