import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { Later } from "../../ui/later.tsx";
import { useTouch } from "../../ui/use-media.ts";
import type { PageProps } from "../page.ts";
import { Arithmetic } from "./arithmetic.tsx";
import { Controls } from "./controls.tsx";
import { Cues } from "./cues.tsx";
import { RegressionModel } from "./model.ts";
import { Notes } from "./notes.tsx";
import "./cues.css";
import "./page.css";
import { Questions } from "./questions.tsx";
import { Scatter } from "./scatter.tsx";
import { Training } from "./training.tsx";
import { words } from "./words.ts";

/** Explains the dots and the ways to edit them. */
function PointHints({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const isTouch = useTouch();
  const { own, noise } = model.settings;
  const said = (): string => {
    if (own.value.length > 0) return t.dots.own;
    return noise.value === 0 ? t.dots.exact : t.dots.drawn(noise.value.toFixed(2));
  };
  return (
    <p class="quiet">
      {[said(), t.pointSize, isTouch ? t.pointHintTouch : t.pointHint].join(t.between)}{" "}
      <span class="by-keyboard">{t.keyHint}</span>
    </p>
  );
}

/** Attention as kernel regression (Nadaraya 1964; Watson 1964). */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new RegressionModel(state), [state]);
  useEffect(() => () => model.end(), [model]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="regression-page">
        <figure>
          <FigureFrame name="kernel-regression" title={t.plotTitle}>
            <Scatter model={model} />
          </FigureFrame>
        </figure>
        <Later>
          <Controls model={model} />
        </Later>
        <Later>
          <div class="beneath">
            <Notes model={model} />
            <Arithmetic model={model} />
            <PointHints model={model} />
          </div>
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
