import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { pathOf } from "../ui/axes.tsx";
import { useWidth } from "../ui/use-width.ts";
import "./learning-curve.css";
import { lossAxis } from "./loss-axis.ts";

export interface LearningCurveProps {
  /** The loss of each epoch that is done. */
  readonly losses: readonly number[];
  /** Epochs and the accuracy after each, from 0 to 1. */
  readonly accuracies: ReadonlyMap<number, number>;
  /** Where the axis of epochs ends. */
  readonly epochs: number;
  /** The epoch that is marked. */
  readonly at: number;
  readonly names: { readonly loss: string; readonly accuracy: string; readonly epochs: string };
  readonly percent: (share: number) => string;
  /** The drawing's text for screen readers. */
  readonly label: string;
}

const height = 128;
const [top, bottom] = [18, height - 20];

/** The loss (logarithmic) and the accuracy by epoch, named on the lines; a rule marks an epoch. */
export function LearningCurve(props: LearningCurveProps): JSX.Element {
  const { losses, epochs, at, names, percent, label } = props;
  const { ref, width } = useWidth<SVGSVGElement>(300);
  const accuracies = [...props.accuracies].toSorted(([a], [b]) => a - b);
  const [left, right] = [38, width - 42];
  const x = linearScale([0, epochs], left, right);
  const { low, high, ticks } = lossAxis(losses);
  const lossY = linearScale([Math.log(low), Math.log(high)], bottom, top);
  const accuracyY = linearScale([0, 1], bottom, top);
  const logs = losses.map((loss) => Math.log(Math.max(low, loss)));
  const marker = x.at(at);
  // Below the line, or above it where that is low.
  const reached = accuracyY.at(accuracies.at(-1)?.[1] ?? 1);
  const accuracyLabelY = reached > bottom - 30 ? reached - 8 : reached + 18;
  return (
    <svg
      ref={ref}
      class="chart learning-curve"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <line class="grid" x1={left} x2={right} y1={bottom} y2={bottom} />
      {ticks.map((loss) => {
        const y = lossY.at(Math.log(loss));
        return (
          <g key={loss}>
            <line class="grid" x1={left} x2={right} y1={y} y2={y} />
            <text class="loss tick" x={left - 4} y={y + 4} text-anchor="end">
              {loss}
            </text>
          </g>
        );
      })}
      {[0, 0.5, 1].map((share) => (
        <text key={share} class="accuracy tick" x={right + 4} y={accuracyY.at(share) + 4}>
          {percent(share)}
        </text>
      ))}
      <line class="marker" x1={marker} x2={marker} y1={top} y2={bottom} />
      <path
        class="loss"
        d={pathOf(
          losses.map((_, i) => i + 1),
          logs,
          x,
          lossY,
        )}
      />
      <path
        class="accuracy"
        d={pathOf(
          accuracies.map(([epoch]) => epoch),
          accuracies.map(([, share]) => share),
          x,
          accuracyY,
        )}
      />
      <text class="loss" x={left} y={top - 7}>
        {names.loss}
      </text>
      <text class="accuracy" x={right - 4} y={accuracyLabelY} text-anchor="end">
        {names.accuracy}
      </text>
      <text x={left} y={height - 4} text-anchor="middle">
        0
      </text>
      <text x={right} y={height - 4} text-anchor="end">
        {names.epochs}
      </text>
    </svg>
  );
}
