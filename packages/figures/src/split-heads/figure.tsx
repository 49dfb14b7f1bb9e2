import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, setTo, useWidth } from "../ui/index.ts";
import { width as dims, length, type Matrix, pass } from "./heads.ts";
import "./split-heads.css";
import type en from "./en.json";

const counts = ["1", "2", "4"] as const;
const hues = ["blue", "orange", "green", "pink"] as const;

/** The way of the numbers through multi-head attention, a colour for each head. */
export function Figure({ t }: FigureProps<typeof en>) {
  const count = useSignal<(typeof counts)[number]>("2");
  const followed = useSignal<number | null>(null);
  const heads = Number(count.value);
  const passed = useMemo(() => pass(heads), [heads]);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const each = dims / heads;

  const gap = 12;
  const cell = Math.min(13, (Math.max(width, 240) - 2 * gap) / (3 * dims));
  const full = dims * cell;
  const line = length * cell;
  const middle = Math.max(width, 240) / 2;
  // Over Q, K and V, a line of names.
  const tops = [0, 1, 2, 3, 4].map((i) => 18 + i * (line + 40) + (i > 0 ? 14 : 0));
  const three = [-1, 0, 1].map((i) => middle - full / 2 + i * (full + gap));
  const across = heads * line + (heads - 1) * gap;
  const colour = (c: number): string => hues[Math.floor(c / each)] ?? "ink";
  const one = followed.value === null || followed.value >= heads ? null : followed.value;
  const dim = (h: number): number => (one === null || one === h ? 1 : 0.15);
  const grid = (matrix: Matrix, x: number, y: number, hueOf: (c: number) => string) =>
    matrix.flatMap((row, i) =>
      row.map((value, c) => (
        <rect
          key={`${x} ${y} ${i} ${c}`}
          x={x + c * cell}
          y={y + i * cell}
          width={cell - 1}
          height={cell - 1}
          opacity={hueOf(c) === "ink" ? 1 : dim(hues.indexOf(hueOf(c) as (typeof hues)[number]))}
          style={{
            fill: `color-mix(in oklab, var(--${hueOf(c)}) ${Math.min(100, 12 + 55 * Math.abs(value)).toFixed(0)}%, var(--paper))`,
          }}
        />
      )),
    );
  const title = (text: string, y: number) => (
    <text x={middle} y={y - 8} text-anchor="middle">
      {text}
    </text>
  );
  const arrow = (y: number) => <path class="axis" d={`M${middle} ${y + line + 3}v12m-4 -4l4 4l4 -4`} />;
  return (
    <figure class="fig-split-heads" data-done="true">
      <p class="headline">{t.headline}</p>
      <Choice legend={t.heads} value={count} names={counts} />
      <svg
        ref={ref}
        class="chart"
        viewBox={`0 0 ${Math.max(width, 240)} ${tops[4]! + line + 4}`}
        role="img"
        aria-label={fill(t.label, { heads, width: each })}
      >
        {title("X (5, 8)", tops[0]!)}
        {grid(passed.x, middle - full / 2, tops[0]!, () => "ink")}
        {title(t.project, tops[1]! - 15)}
        {(["q", "k", "v"] as const).map((name, i) => (
          <Fragment key={name}>
            <text class="ink strong" x={three[i]! + full / 2} y={tops[1]! - 5} text-anchor="middle">
              {name.toUpperCase()}
            </text>
            {grid(passed[name], three[i]!, tops[1]!, colour)}
          </Fragment>
        ))}
        {title(fill(t.attend, { heads }), tops[2]!)}
        {passed.weights.map((matrix, h) => (
          <g key={h}>
            {grid(matrix, middle - across / 2 + h * (line + gap), tops[2]!, () => hues[h] ?? "ink")}
          </g>
        ))}
        {title(t.join, tops[3]!)}
        {grid(passed.joined, middle - full / 2, tops[3]!, colour)}
        {title(t.out, tops[4]!)}
        {grid(passed.output, middle - full / 2, tops[4]!, () => "ink")}
        {tops.slice(0, 4).map((y) => arrow(y))}
      </svg>
      <div class="buttons">
        {passed.weights.map((_, h) => (
          <button
            key={h}
            type="button"
            class={hues[h]}
            aria-pressed={one === h}
            onClick={setTo(followed, one === h ? null : h)}
          >
            {fill(t.follow, { head: h })}
          </button>
        ))}
      </div>
      <figcaption>{fill(t.caption, { heads, width: each })}</figcaption>
    </figure>
  );
}
