import { headName } from "@saccade/figures/head-name";
import { HeadScores, type Score } from "@saccade/figures/head-scores";
import { fill } from "@saccade/figures/messages";
import { Slider, useReducedMotion, whenNear } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import type { FilmRun } from "./film-run.ts";
import type { Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
import { lastStep, numHeads } from "./sizes.ts";

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

interface FilmViewProps {
  readonly induction: Induction;
  readonly run: FilmRun;
}

/** The scores of all heads by step, a slider through the steps, and a switch for each head. */
export function FilmView({ induction, run }: FilmViewProps): JSX.Element {
  const t = useWords(inductionWords);
  const frames = run.frames.value;
  const at = induction.at.value;
  const most = Math.max(0, frames.length - 1);
  const [steps, scores] = useMemo((): [number[], Score[]] => {
    const previous = { name: "orange", values: frames.map(({ previousToken }) => previousToken) };
    const induction = { name: "blue", values: frames.map((frame) => frame.induction) };
    return [frames.map(({ step }) => step), [previous, induction]];
  }, [frames]);
  const scoreOf = (score: "previousToken" | "induction", layer: number, head: number): string =>
    (frames[at]?.[score][layer * numHeads + head] ?? 0).toFixed(2);
  const pair = induction.pair.value;
  const still = useReducedMotion();
  const section = useRef<HTMLElement>(null);
  const isShipped = run.status.value === "shipped";
  useEffect(() => {
    if (!isShipped || still || section.current === null) return undefined;
    return whenNear(section.current, () => induction.introduce(run));
  }, [isShipped, still, induction, run]);
  return (
    <section class="film" ref={section}>
      <h2>{t.filmTitle}</h2>
      <p>{t.filmText}</p>
      {run.settings.layers > 1 && (
        <p class="pair says">
          {pair.length === 2 && fill(t.pair, { first: headName(pair[0]!), second: headName(pair[1]!) })}
        </p>
      )}
      <div class="reel beside">
        <button
          type="button"
          disabled={most === 0}
          onClick={() => {
            if (induction.playing.peek()) induction.playing.value = false;
            else void induction.play();
          }}
        >
          {induction.playing.value ? t.stop : t.play}
        </button>
        <Slider
          label={t.step}
          value={{
            get value() {
              return at;
            },
            set value(index) {
              induction.show(index);
            },
          }}
          min={0}
          max={most}
          step={1}
          show={(index) => String(steps[index] ?? 0)}
          disabled={most === 0}
        />
      </div>
      <p class="keys flow" aria-hidden="true">
        <span class="swatch orange">{t.previousToken}</span>
        <span class="swatch blue">{t.induction}</span>
      </p>
      <HeadScores
        layers={run.settings.layers}
        heads={numHeads}
        steps={steps}
        scores={scores}
        at={at}
        end={lastStep}
        above={(layer, head) => (
          <label
            class={pair.some((one) => headName(one) === headName({ layer, head })) ? "check paired" : "check"}
            title={headName({ layer, head })}
          >
            <input
              type="checkbox"
              aria-label={fill(t.on, { name: headName({ layer, head }) })}
              checked={!induction.isOff(layer, head)}
              onChange={() => induction.toggle({ layer, head })}
            />
            <span aria-hidden="true">{headName({ layer, head })}</span>
          </label>
        )}
        isOff={(layer, head) => induction.isOff(layer, head)}
        label={(layer, head) =>
          fill(t.scores, {
            name: headName({ layer, head }),
            step: steps[at] ?? 0,
            previous: scoreOf("previousToken", layer, head),
            induction: scoreOf("induction", layer, head),
          })
        }
      />
      <Accuracy induction={induction} />
    </section>
  );
}

/** How much is predicted in the frame that is shown, with all heads and with those that are on. */
function Accuracy({ induction }: Pick<FilmViewProps, "induction">): JSX.Element {
  const t = useWords(inductionWords);
  const frame = induction.frame.value;
  const off = induction.off.value;
  const heads = off.map(headName).join(t.and);
  const without =
    off.length > 0 ? fill(t.without, { heads, percent: percent(induction.look.value?.accuracy ?? 0) }) : "";
  return (
    <div class="accuracy flow">
      <p class="number" role={induction.playing.value ? undefined : "status"}>
        {frame !== null && fill(t.accuracy, { step: frame.step, percent: percent(frame.accuracy) })}
        <strong>{without}</strong>
      </p>
      {off.length > 0 ? (
        <button
          type="button"
          onClick={() => {
            induction.off.value = [];
          }}
        >
          {t.allOn}
        </button>
      ) : (
        <p class="quiet">{t.headsOff}</p>
      )}
    </div>
  );
}
