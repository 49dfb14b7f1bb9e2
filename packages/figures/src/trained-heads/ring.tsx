import { ArrowTip } from "../ui/index.ts";
import { length } from "./train.ts";

interface RingProps {
  /** (n, n) of one head. */
  readonly weights: readonly (readonly number[])[];
  readonly label: string;
}

const size = 210;
const positions = Array.from({ length }, (_, i) => i);

/** Where each position looks: an arrow from a query to each key, as strong as the weight. */
export function Ring({ weights, label }: RingProps) {
  const place = (i: number, radius: number): readonly [number, number] => {
    const angle = ((i - 0.5) / length) * 2 * Math.PI - Math.PI / 2;
    return [size / 2 + radius * Math.cos(angle), size / 2 + radius * Math.sin(angle)];
  };
  return (
    <svg class="chart ring" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <defs>
        <ArrowTip id="trained-heads-tip" name="fill blue" />
      </defs>
      {positions.flatMap((i) =>
        positions.map((j) => {
          const weight = weights[i]?.[j] ?? 0;
          if (i === j || weight < 0.08) return null;
          const [x1, y1] = place(i, 66);
          const [x2, y2] = place(j, 66);
          const long = Math.hypot(x2 - x1, y2 - y1);
          const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
          // A little to its left, so that two directions do not lie on each other.
          const [sx, sy] = [dy * 4, -dx * 4];
          return (
            <line
              key={`${i} ${j}`}
              class="look curve blue"
              x1={x1 + 17 * dx + sx}
              y1={y1 + 17 * dy + sy}
              x2={x2 - 17 * dx + sx}
              y2={y2 - 17 * dy + sy}
              stroke-width={1 + 3 * weight}
              opacity={weight}
              marker-end="url(#trained-heads-tip)"
            />
          );
        }),
      )}
      {positions.map((i) => {
        const [x, y] = place(i, 66);
        return (
          <g key={i}>
            <circle cx={x} cy={y} r="14" opacity="1" style={{ "--own": `${(weights[i]?.[i] ?? 0) * 60}%` }} />
            <text x={x} y={y} dy="0.35em" text-anchor="middle">
              {i}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
