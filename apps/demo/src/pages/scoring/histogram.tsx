import { Axes, Choice, useWidth } from "@saccade/figures/ui";
import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { ScoringModel } from "./model.ts";
import { spreadSizes } from "./settings.ts";
import { words } from "./words.ts";

const tall = 240;

/** Why scores are divided by √d: how dot products of random vectors spread, and what the softmax makes of it. */
export function Histogram({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const { edges, dot, scaled, dotVariance, scaledVariance, dotGreatest, scaledGreatest } = model.spread.value;
  const height = width < 480 ? 140 : tall;
  const size = model.settings.size.value;
  const [left, right, top, bottom] = [34, width - 10, 12, height - 24];
  const x = linearScale([edges[0] ?? -1, edges.at(-1) ?? 1], left, right);
  const y = linearScale([0, Math.max(...dot, ...scaled) || 1], bottom, top);
  const bars = (shares: readonly number[], name: string): JSX.Element => (
    <g class={name}>
      {shares.map((share, i) => {
        const [from, to] = [x.at(edges[i] ?? 0), x.at(edges[i + 1] ?? 0)];
        return (
          <rect
            key={i}
            x={from}
            y={y.at(share)}
            width={Math.max(0, to - from - 1)}
            height={bottom - y.at(share)}
          />
        );
      })}
    </g>
  );
  const line = (name: string, variance: number, greatest: number): JSX.Element => (
    <tr>
      <th scope="row" class={`swatch ${name}`}>
        {name === "dot" ? t.scoreNames.dot : t.scoreNames.scaled}
      </th>
      <td>{variance.toFixed(2)}</td>
      <td>{greatest.toFixed(3)}</td>
    </tr>
  );
  return (
    <section>
      <h2>{t.spreadTitle}</h2>
      <p>{t.spreadText}</p>
      <div class="beside">
        <figure>
          <svg
            ref={ref}
            class="chart spread"
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={t.spreadLabel(size, dotVariance.toFixed(1), scaledVariance.toFixed(2))}
          >
            <Axes x={x} y={y} left={left} right={right} top={top} bottom={bottom} xLabel="" yLabel="" />
            {bars(scaled, "scaled")}
            {bars(dot, "dot")}
          </svg>
          <figcaption>{t.spreadCaption}</figcaption>
        </figure>
        <div class="controls">
          <Choice
            legend={t.size}
            value={model.settings.size}
            names={spreadSizes}
            labels={{ "1": "1", "4": "4", "16": "16", "64": "64", "256": "256" }}
          />
          <table class="wrapped">
            <thead>
              <tr>
                <td />
                <th scope="col">{t.variance}</th>
                <th scope="col">{t.greatest}</th>
              </tr>
            </thead>
            <tbody>
              {line("dot", dotVariance, dotGreatest)}
              {line("scaled", scaledVariance, scaledGreatest)}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
