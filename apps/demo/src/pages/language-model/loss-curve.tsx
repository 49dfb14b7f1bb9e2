import { fill } from "@saccade/figures/messages";
import { Curves } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import type { CurvePoint, Sample } from "./calls.ts";
import { words } from "./messages/index.ts";

interface LossCurveProps {
  readonly points: readonly CurvePoint[];
  /** Kept samples are marked by dots. */
  readonly samples?: readonly Sample[];
  /** A message of the first loss, the last, and the last step. */
  readonly label: string;
}

const none: readonly Sample[] = [];

/** The loss of training and of the held-out text by step. */
export function LossCurve({ points, samples = none, label }: LossCurveProps): JSX.Element {
  const t = useWords(words);
  const measured = useMemo(() => points.filter((point) => point.heldOut !== null), [points]);
  const curves = useMemo(
    () => [
      { name: "train orange", x: points.map(({ step }) => step), y: points.map(({ loss }) => loss) },
      {
        name: "held-out green",
        x: measured.map(({ step }) => step),
        y: measured.map((point) => point.heldOut ?? 0),
      },
    ],
    [points, measured],
  );
  const dots = useMemo(() => samples.map(({ step }) => step), [samples]);
  const [first, last] = [points[0], points.at(-1)];
  const text = fill(label, {
    first: first?.loss.toFixed(2) ?? "–",
    last: last?.loss.toFixed(2) ?? "–",
    step: last?.step ?? 0,
  });
  return (
    <figure class="loss-curve">
      <p class="keys flow" aria-hidden="true">
        <span class="swatch orange">{t.lossByStep}</span>
        {measured.length > 0 && <span class="swatch green">{t.heldOut}</span>}
      </p>
      <FigureFrame name="loss" title={text}>
        <Curves curves={curves} dots={dots} height={130} end={50} label={text} />
      </FigureFrame>
    </figure>
  );
}
