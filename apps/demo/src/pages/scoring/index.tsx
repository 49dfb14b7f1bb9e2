import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Later } from "../../ui/later.tsx";
import { useTouch } from "../../ui/use-media.ts";
import type { PageProps } from "../page.ts";
import { Arithmetic } from "./arithmetic.tsx";
import { Controls } from "./controls.tsx";
import { Figure } from "./figure.tsx";
import { Formula } from "./formula.tsx";
import { Histogram } from "./histogram.tsx";
import { ScoringModel } from "./model.ts";
import "./motion.css";
import "./page.css";
import { rowNames } from "./names.ts";
import { PresetChoice } from "./preset-choice.tsx";
import { QueryChoice } from "./query-choice.tsx";
import { Questions } from "./questions.tsx";
import { MatrixTabs } from "./tabs.tsx";
import { useNarrow } from "./use-narrow.ts";
import { words } from "./words.ts";

/** Scores, masks, softmax and the weighted sum in motion, on matrices small enough to see every number. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new ScoringModel(state), [state]);
  useEffect(() => () => model.end(), [model]);
  const isNarrow = useNarrow();
  const isTouch = useTouch();
  const names = useWords(rowNames)[model.settings.preset.value];
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="scoring">
        <PresetChoice model={model} />
        <div class="shown">
          <Formula settings={model.settings} />
          <Figure model={model} names={names} />
          <p class="problem" role="status">
            {model.problem.value}
          </p>
        </div>
        <div class="side">
          <QueryChoice model={model} names={names} />
          {isNarrow && <MatrixTabs model={model} names={names} />}
          <Arithmetic model={model} names={names} />
          <p class="quiet hint">{isTouch ? t.hintTouch : t.hint}</p>
        </div>
        <Controls model={model} />
      </div>
      <Later>
        <Histogram model={model} />
      </Later>
      <Later>
        <Questions model={model} />
      </Later>
    </>
  );
}
