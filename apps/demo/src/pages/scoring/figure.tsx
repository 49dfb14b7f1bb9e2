import { signal } from "@preact/signals";
import { Choice, phase, useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { showNumber } from "./brief.ts";
import { divisorText, sumOf } from "./expression.ts";
import { Hits } from "./hits.tsx";
import { MatrixCell } from "./matrix-input.tsx";
import type { ScoringModel } from "./model.ts";
import type { RowNames } from "./names.ts";
import { Player } from "./player.tsx";
import { resultOf } from "./saying.ts";
import { Scene } from "./scene.tsx";
import { at, isAllowed, pairsOf, range, type SceneState } from "./scene-state.ts";
import { d, matrixNames, n } from "./settings.ts";
import { useScene } from "./view.ts";
import { type Texts, words } from "./words.ts";

/** The two products of matrices, in motion or at rest, with what happens said below. */
export function Figure({
  model,
  names,
}: {
  readonly model: ScoringModel;
  readonly names: RowNames;
}): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const state = useScene(model, Math.max(width, 260));
  const block = useMemo(() => signal<"scores" | "values">("values"), []);
  const { layout, head, row, moment } = state;
  const { settings } = model;
  const text = divisorText(state.score, state.columns.length, settings.temperature.value);
  const allowed = range(n).map((j) => isAllowed(state, row, j));
  const result = resultOf(t, names, row, head.weights[row] ?? [], allowed);
  // Where there is room for one product only, the motion takes the reader from one to the other.
  const pan = moment.finished ? Number(block.value === "values") : phase(moment.done("softmax"), 0, 0.3);
  const top = layout.wide ? 0 : layout.block * pan;
  return (
    <figure class={layout.wide ? "motion" : "motion narrow"}>
      {!layout.wide && moment.finished && (
        <Choice legend={t.blocks} value={block} names={["scores", "values"]} labels={t.blockNames} />
      )}
      <FigureFrame name="scoring" title={t.figureTitle}>
        <div class="stage">
          <svg
            ref={ref}
            class="chart"
            viewBox={`0 ${top.toFixed(1)} ${layout.width} ${layout.block}`}
            role="group"
            aria-label={moment.finished ? t.scene(result) : t.sceneSoFar}
            onPointerLeave={(event) => {
              if (event.pointerType === "mouse") model.looked.value = undefined;
            }}
            onFocusOut={() => {
              model.looked.value = undefined;
            }}
          >
            <Scene {...state} names={names} divisorText={text} />
            {!model.motion.playing.value && <Hits model={model} state={state} names={names} />}
          </svg>
          {layout.wide && <CellInputs model={model} state={state} names={names} />}
        </div>
      </FigureFrame>
      {model.wrongCell.value !== "" && (
        <p class="wrong" role="alert">
          {model.wrongCell.value}
        </p>
      )}
      <figcaption aria-live={model.motion.playing.value ? "off" : "polite"}>
        {sayingOf(t, state, names, text, result)}
      </figcaption>
      <Player model={model} moment={moment} />
    </figure>
  );
}

/** The cells of Q, K and V as fields: unseen until they are pointed at or typed into. */
function CellInputs(props: {
  readonly model: ScoringModel;
  readonly state: SceneState;
  readonly names: RowNames;
}): JSX.Element {
  const { model, state, names } = props;
  return (
    <>
      {matrixNames.map((name) => (
        <div key={name} class={`cells ${name}`}>
          {range(n).flatMap((i) =>
            range(d).map((c) => {
              const { x, y, w, h } = state.layout[name](i, c);
              const style = { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` };
              return (
                <MatrixCell
                  key={`${i} ${c}`}
                  model={model}
                  name={name}
                  row={i}
                  col={c}
                  names={names}
                  style={style}
                />
              );
            }),
          )}
        </div>
      ))}
    </>
  );
}

/** A sentence about a moment. */
function sayingOf(t: Texts, state: SceneState, names: RowNames, divisor: string, result: string): string {
  const { row, moment, score } = state;
  const { kind } = moment.step;
  const query = names.queries[row] ?? "";
  if (moment.finished) return state.isLooking ? lookedOf(t, state, names) : result;
  switch (kind) {
    case "score": {
      const sum = showNumber(sumOf(score, pairsOf(state, row, moment.step.key)), 2);
      const say = score === "dot" || score === "scaled" ? t.steps.score : t.otherTerms[score];
      return say(query, names.keys[moment.step.key] ?? "", sum);
    }
    case "scale":
      return t.steps.scale(divisor);
    case "mask":
      return t.steps.mask(query, names.keys.filter((_, j) => !isAllowed(state, row, j)).join(", "));
    default:
      // Without a key, nothing is shared out, poured or mixed.
      return range(n).some((j) => isAllowed(state, row, j)) ? t.steps[kind](query) : result;
  }
}

function lookedOf(t: Texts, state: SceneState, names: RowNames): string {
  const { head, row, target, kind } = state;
  const [query, word] = [names.queries[row] ?? "", names.keys[target] ?? ""];
  return kind === "score"
    ? t.scoreCell(query, word, showNumber(at(head.scores, row, target), 2), isAllowed(state, row, target))
    : t.weightCell(query, word, at(head.weights, row, target).toFixed(2));
}
