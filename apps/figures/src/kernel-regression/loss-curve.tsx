import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { pathOf, useWidth } from "../ui/index.ts";
import { widths } from "./points.ts";
import { lossCurve } from "./regression.ts";

interface LossCurveProps {
  readonly width: number;
  readonly loss: number;
  /** Widths that training has passed. */
  readonly passed: readonly { readonly width: number; readonly loss: number }[];
  readonly label: string;
}

/** The loss over the width, on the slider's own scale, and where we are on it. */
export function LossCurve({ width, loss, passed, label }: LossCurveProps): JSX.Element {
  const { ref, width: wide } = useWidth<SVGSVGElement>(300);
  const curve = useMemo(() => lossCurve(60), []);
  // The slider's knob does not reach the ends of its track.
  const x = linearScale([Math.log(widths.least), Math.log(widths.most)], 8, wide - 8);
  const [low, high] = [Math.min(...curve.losses), Math.max(...curve.losses)];
  const y = linearScale([low, high], 66, 10);
  const clamp = (value: number): number => Math.min(widths.most, Math.max(widths.least, value));
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${wide} 80`} role="img" aria-label={label}>
      <line class="axis" x1={0} x2={wide} y1={74} y2={74} />
      <path class="loss" d={pathOf(curve.widths.map(Math.log), curve.losses, x, y)} />
      {passed.map((step, i) => (
        <circle key={i} class="passed" cx={x.at(Math.log(clamp(step.width)))} cy={y.at(step.loss)} r={3} />
      ))}
      <circle class="now" cx={x.at(Math.log(clamp(width)))} cy={y.at(loss)} r={6} />
    </svg>
  );
}
