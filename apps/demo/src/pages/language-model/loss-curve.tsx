import { Axes, pathOf, useWidth } from "@saccade/figures/ui";
import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import type { CurvePoint } from "./start.ts";
import { words } from "./words.ts";

const height = 130;

interface LossCurveProps {
  readonly points: readonly CurvePoint[];
  /** Steps after which a sample was kept. */
  readonly samples?: readonly number[];
  /** Text for screen readers, with the numbers that matter. */
  readonly label: string;
}

/** The loss of training and of the held-out text by step; a dot where a sample was kept. */
export function LossCurve({ points, samples = [], label }: LossCurveProps): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(420);
  const [left, right, top, bottom] = [36, width - 8, 12, height - 24];
  const x = linearScale([0, Math.max(50, points.at(-1)?.step ?? 0)], left, right);
  const y = linearScale([0, Math.max(1, ...points.map(({ loss }) => loss))], bottom, top);
  const [train, heldOut] = useMemo(() => {
    const measured = points.filter((point) => point.heldOut !== null);
    return [
      pathOf(
        points.map(({ step }) => step),
        points.map(({ loss }) => loss),
        x,
        y,
      ),
      pathOf(
        measured.map(({ step }) => step),
        measured.map((point) => point.heldOut ?? 0),
        x,
        y,
      ),
    ];
  }, [points, width]);
  const lossAt = (step: number): number | undefined => points.find((point) => point.step >= step)?.loss;
  return (
    <figure class="loss-curve">
      <p class="keys" aria-hidden="true">
        <span class="swatch train">{t.lossByStep}</span>
        {heldOut !== "" && <span class="swatch held-out">{t.heldOut}</span>}
      </p>
      <FigureFrame name="loss" title={label}>
        <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
          <Axes {...{ x, y, left, right, top, bottom }} xLabel="" yLabel="" />
          <path class="train" d={train} />
          <path class="held-out" d={heldOut} />
          {samples.map((step) => {
            const loss = lossAt(step);
            return loss === undefined ? null : <circle key={step} cx={x.at(step)} cy={y.at(loss)} r={3} />;
          })}
        </svg>
      </FigureFrame>
    </figure>
  );
}
