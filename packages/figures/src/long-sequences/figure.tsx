import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, grouped, wholePercent } from "../messages.ts";
import { Axes, Chart, Choice, Note, Path, pointIn, Slider, useNarrow } from "../ui/index.ts";
import type en from "./en.json";
import "./long-sequences.css";
import { curveOf, type Kind, kinds, patternOf, runsOf, scoresOf } from "./patterns.ts";

const side = 320; // of the matrix, in pixels
const margin = 20;
const computed = kinds.filter((kind) => kind !== "linear");

/** Who attends to whom in patterns for long sequences, and how many scores that takes. */
export function Figure({ t }: FigureProps<typeof en>) {
  const kind = useSignal<Kind>("window");
  const length = useSignal(48);
  const window = useSignal(8);
  const query = useSignal(40);
  const [name, n, w] = [kind.value, length.value, window.value];
  const pattern = useMemo(() => patternOf(name, n, w), [name, n, w]);
  const curves = useMemo(() => computed.map((name) => ({ name, ...curveOf(name, w) })), [w]);
  const height = useNarrow() ? 150 : 190;
  const scores = scoresOf(name, pattern);
  const all = (n * (n + 1)) / 2;
  if (query.value > n) query.value = n;
  const keys = pattern[query.value - 1]?.filter(Boolean).length ?? 0;
  const chosen = name === "full" ? undefined : curves.find((curve) => curve.name === name);
  const cell = side / n;
  const follow = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): void => {
    const { clientWidth } = event.currentTarget;
    const down = (pointIn(event.currentTarget, event)[1] * (side + margin)) / clientWidth - margin;
    if (down >= 0) query.value = Math.min(n, Math.floor(down / cell) + 1);
  };
  return (
    <figure class="fig-long-sequences" data-done="true">
      <Choice legend={t.pattern} value={kind} names={kinds} labels={t.kinds} />
      <div class="panels">
        {/* A square for every pair of query and key; the pointer chooses the query. */}
        <svg
          class="chart matrix-of-pairs"
          viewBox={`0 0 ${side + margin} ${side + margin}`}
          role="img"
          aria-label={fill(t.matrix, { kind: t.kinds[name], n, scores: grouped(scores) })}
          onPointerMove={follow}
          onPointerDown={follow}
        >
          <text x={margin} y={13}>
            {t.keys}
          </text>
          <text x={-margin - 2} y={13} transform="rotate(-90)" text-anchor="end">
            {t.queries}
          </text>
          <g transform={`translate(${margin} ${margin})`}>
            <rect class="ground" width={side} height={side} />
            {pattern.map((row, i) =>
              runsOf(row).map(([from, to]) => (
                <rect
                  key={`${i} ${from}`}
                  class={`${name === "linear" ? "implied" : "scored"}${i + 1 === query.value ? " chosen" : ""}`}
                  x={from * cell}
                  y={i * cell}
                  width={(to - from) * cell}
                  height={cell}
                />
              )),
            )}
            <rect class="row" y={(query.value - 1) * cell} width={side} height={cell} />
          </g>
        </svg>
        <div class="controls">
          <Slider label={t.length} value={length} min={8} max={64} step={4} />
          <Slider label={t.window} value={window} min={2} max={16} step={1} />
          <Slider label={t.query} value={query} min={1} max={n} step={1} />
          <p class="number" aria-live="polite">
            {fill(t.row, { query: query.value, keys })}
            <br />
            <strong>
              {name === "linear"
                ? t.none
                : fill(t.count, {
                    scores: grouped(scores),
                    all: grouped(all),
                    share: wholePercent(scores / all),
                  })}
            </strong>
          </p>
          <Chart
            class="curves"
            x={[0, 64]}
            y={[0, 2080]}
            margin={[12, 8, 40, 40]}
            initial={300}
            height={height}
            label={t.curves}
          >
            <Axes xLabel={t.length} />
            {curves.map((curve) => (
              <Path
                key={curve.name}
                class={
                  curve.name === name
                    ? "this curve blue"
                    : curve.name === "full"
                      ? "most curve orange"
                      : "grid"
                }
                x={curve.lengths}
                y={curve.scores}
              />
            ))}
            <g aria-hidden="true">
              <Note x={56} y={(56 * 57) / 2} dx={-4} anchor="end">
                {t.kinds.full}
              </Note>
              {chosen !== undefined && (
                <Note x="right" y={chosen.scores.at(-1)!} dy={-6} anchor="end">
                  {t.kinds[name]}
                </Note>
              )}
            </g>
          </Chart>
          <p class="quiet">{t.curves}</p>
        </div>
      </div>
      <figcaption aria-live="polite">{t.says[name]}</figcaption>
    </figure>
  );
}
