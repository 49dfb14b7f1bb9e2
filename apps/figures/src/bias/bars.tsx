import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useWidth } from "../ui/index.ts";

const [top, bottom] = [8, 92];

interface BarsProps {
  readonly values: readonly number[];
  /** The values without a bias, dashed. */
  readonly plain: readonly number[];
  readonly domain: readonly [number, number];
  readonly kind: "scores" | "weights" | "output";
  readonly label: string;
}

/** Values as bars over the values without a bias. */
export function Bars({ values, plain, domain, kind, label }: BarsProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(280);
  const y = linearScale(domain, bottom, top);
  const step = width / values.length;
  const box = (value: number): { y: number; height: number } => ({
    y: Math.min(y.at(value), y.at(0)),
    height: Math.abs(y.at(value) - y.at(0)),
  });
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${bottom + 26}`} role="img" aria-label={label}>
      {values.map((value, i) => (
        <g key={i}>
          <rect class={kind} x={i * step + 8} width={step - 16} {...box(value)} />
          <rect class="plain" x={i * step + 5} width={step - 10} {...box(plain[i] ?? 0)} />
          <text x={(i + 0.5) * step} y={bottom + 20} text-anchor="middle">
            {value.toFixed(2)}
          </text>
        </g>
      ))}
      <line class="axis" x1={0} x2={width} y1={y.at(0)} y2={y.at(0)} />
    </svg>
  );
}
