import { pathOf, useWidth } from "@saccade/figures/ui";
import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { TranslatorModel } from "../model.ts";
import { percent } from "../words/percent.ts";
import { words } from "../words/words.ts";
import { lossAxis } from "./loss-axis.ts";

const height = 128;
const [top, bottom] = [18, height - 20];

/** The loss (logarithmic) and the held-out accuracy by epoch, named on the lines; a rule marks the epoch that is shown. */
export function LearningCurve({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { ref, width } = useWidth<SVGSVGElement>(300);
  const losses = model.training.losses.value;
  const accuracies = [...model.film.accuracies.value].toSorted(([a], [b]) => a - b);
  const epochs = Math.max(Number(model.settings.epochs.value), losses.length);
  const { epoch } = model.view.value;
  const [left, right] = [38, width - 42];
  const x = linearScale([0, epochs], left, right);
  const { low, high, ticks } = lossAxis(losses);
  const logs = losses.map((loss) => Math.log(Math.max(low, loss)));
  const lossY = linearScale([Math.log(low), Math.log(high)], bottom, top);
  const accuracyY = linearScale([0, 1], bottom, top);
  const lossEpochs = losses.map((_, i) => i + 1);
  const [lastLoss, lastAccuracy] = [losses.at(-1), accuracies.at(-1)];
  const marker = x.at(epoch);
  // Below the line, or above it where that is low.
  const reached = accuracyY.at(lastAccuracy?.[1] ?? 1);
  const accuracyLabelY = reached > bottom - 30 ? reached - 8 : reached + 18;
  return (
    <svg
      ref={ref}
      class="chart learning-curve"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t.curveLabel(
        losses.length,
        losses[0]?.toPrecision(3) ?? "–",
        lastLoss?.toPrecision(3) ?? "–",
        lastAccuracy === undefined ? "–" : percent(lastAccuracy[1]),
      )}
    >
      <line class="grid" x1={left} x2={right} y1={bottom} y2={bottom} />
      {ticks.map((loss) => (
        <g key={loss}>
          <line
            class="grid"
            x1={left}
            x2={right}
            y1={lossY.at(Math.log(loss))}
            y2={lossY.at(Math.log(loss))}
          />
          <text class="loss tick" x={left - 4} y={lossY.at(Math.log(loss)) + 4} text-anchor="end">
            {loss}
          </text>
        </g>
      ))}
      {[0, 0.5, 1].map((accuracy) => (
        <text key={accuracy} class="accuracy tick" x={right + 4} y={accuracyY.at(accuracy) + 4}>
          {percent(accuracy)}
        </text>
      ))}
      <line class="marker" x1={marker} x2={marker} y1={top} y2={bottom} />
      {losses.length > 0 && <path class="loss" d={pathOf(lossEpochs, logs, x, lossY)} />}
      {accuracies.length > 0 && (
        <path
          class="accuracy"
          d={pathOf(
            accuracies.map(([at]) => at),
            accuracies.map(([, accuracy]) => accuracy),
            x,
            accuracyY,
          )}
        />
      )}
      <text class="loss" x={left} y={top - 7}>
        {t.loss}
      </text>
      <text class="accuracy" x={right - 4} y={accuracyLabelY} text-anchor="end">
        {t.accuracy}
      </text>
      <text x={left} y={height - 4} text-anchor="middle">
        0
      </text>
      <text x={right} y={height - 4} text-anchor="end">
        {t.epochsCount(epochs)}
      </text>
    </svg>
  );
}
