import { headName } from "@saccade/figures/head-name";
import { HeadScores, type Score } from "@saccade/figures/head-scores";
import { fill } from "@saccade/figures/messages";
import { Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import type { Frame } from "./calls.ts";
import type { FilmRun } from "./film-run.ts";
import { inductionWords } from "./messages/index.ts";
import { lastStep, numHeads } from "./sizes.ts";

/** A share in the page's format. */
export const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

interface ScoresProps {
  readonly run: FilmRun;
  /** The index of the frame that is looked at. */
  readonly at: number;
  readonly above: (layer: number, head: number) => JSX.Element;
  readonly isOff: (layer: number, head: number) => boolean;
}

/** The scores of all heads of a network by step. */
export function Scores({ run, at, above, isOff }: ScoresProps): JSX.Element {
  const t = useWords(inductionWords);
  const frames = run.frames.value;
  const [steps, scores] = useMemo((): [number[], Score[]] => {
    const previous = { name: "orange", values: frames.map(({ previousToken }) => previousToken) };
    const induction = { name: "blue", values: frames.map((frame) => frame.induction) };
    return [frames.map(({ step }) => step), [previous, induction]];
  }, [frames]);
  const frame = frames[at];
  const two = (value: number | undefined): string => (value ?? 0).toFixed(2);
  return (
    <HeadScores
      layers={run.settings.layers}
      heads={numHeads}
      steps={steps}
      scores={scores}
      at={at}
      end={lastStep}
      isOff={isOff}
      above={above}
      label={(layer, head) =>
        fill(t.scores, {
          name: headName({ layer, head }),
          step: frame?.step ?? 0,
          previous: two(frame?.previousToken[layer * numHeads + head]),
          induction: two(frame?.induction[layer * numHeads + head]),
        })
      }
    />
  );
}

interface StepSliderProps {
  readonly label: string;
  /** The index of a frame. */
  readonly at: number;
  readonly frames: readonly Frame[];
  readonly onAt: (index: number) => void;
}

/** A slider through the frames of a film. */
export function StepSlider({ label, at, frames, onAt }: StepSliderProps): JSX.Element {
  const most = Math.max(0, frames.length - 1);
  const value = {
    get value() {
      return at;
    },
    set value(index) {
      onAt(index);
    },
  };
  const show = (index: number): string => String(frames[index]?.step ?? 0);
  return <Slider {...{ label, value, show }} min={0} max={most} step={1} disabled={most === 0} />;
}
