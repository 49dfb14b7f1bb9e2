import type { JSX } from "preact";
import type { Box } from "../ui/index.ts";
import { keyInSight, type SceneState } from "./scene-state.ts";
import { kinds } from "./terms.ts";

/** Whether the bench shows a score. */
const isOnBench = ({ moment, isLooking }: SceneState): boolean =>
  moment.finished || isLooking || moment.step.kind === "score";

/** The names of the matrices. */
export function Titles(state: SceneState): JSX.Element {
  const { layout, attended, moment, divisorText, score, t } = state;
  const { lines, cell } = layout;
  const second = layout.weight(0, 0).y - layout.q(0, 0).y; // the second product's distance below the first
  const title = (text: string, first: Box, columns: number, y: number, hue = ""): JSX.Element => (
    <text class={`title ${hue}`} x={first.x + (columns / 2) * cell.w} y={y} text-anchor="middle">
      {text}
    </text>
  );
  const count = attended.k.length;
  const [dims, valueDims] = [attended.k[0]?.length ?? 0, attended.v[0]?.length ?? 0];
  const isDot = score === "dot" || score === "scaled";
  const divided = moment.done("scale") > 0 && divisorText !== "" ? ` / ${divisorText}` : "";
  const scores = isDot ? `${t.titles.scores} QKᵀ${divided}` : t.titles.scores;
  const [bar, weight] = [layout.bar(0), layout.weight(0, 0)];
  return (
    <g>
      {isOnBench(state) &&
        score !== "average" &&
        title(t.titles.bench, layout.bench(0, 0), dims, lines.bench)}
      {title("Kᵀ", layout.k(0, 0), count, lines.keys, "of-key")}
      {title(t.titles.softmax, bar, count, lines.values)}
      {title("V", layout.v(0, 0), valueDims, lines.values, "of-value")}
      {title("Q", layout.q(0, 0), dims, lines.under, "of-query")}
      {title(scores, layout.score(0, 0), count, lines.under)}
      {title(t.titles.weights, weight, count, lines.under + second)}
      {title(t.titles.output, layout.output(0, 0), valueDims, lines.under + second, "of-value")}
    </g>
  );
}

/** The names of rows and columns. */
export function Labels(state: SceneState): JSX.Element {
  const { layout, row, names, score, columns } = state;
  const { w, h } = layout.cell;
  const key = keyInSight(state);
  const before = (text: string, box: Box, hue: string): JSX.Element => (
    <text class={`word ${hue}`} x={box.x - 6} y={box.y + h / 2} dy="0.35em" text-anchor="end">
      {text}
    </text>
  );
  const over = (text: string, box: Box, y: number, hue = ""): JSX.Element => (
    <text class={`word ${hue}`} x={box.x + w / 2} y={y} text-anchor="middle">
      {text}
    </text>
  );
  const hues = ["of-query strong", "of-key strong", "", "strong"];
  return (
    <g>
      {names.queries.map((name, i) => (
        <g key={i}>
          {before(name, layout.q(i, 0), i === row ? "of-query strong" : "")}
          {before(name, layout.weight(i, 0), i === row ? "of-query strong" : "")}
        </g>
      ))}
      {names.keys.map((name, j) => (
        <g key={j}>
          {over(name, layout.k(j, 0), layout.k(j, 0).y - 7, j === key ? "of-key strong" : "")}
          {before(name, layout.bar(j), j === key ? "of-key strong" : "")}
        </g>
      ))}
      <g class="features">
        {names.features.map((name, c) => over(name, layout.q(0, c), layout.lines.feet))}
        {names.meanings.map((name, c) => over(name, layout.v(0, c), layout.v(0, c).y - 7))}
      </g>
      {isOnBench(state) &&
        kinds[score].signs.map((sign, r) => (
          <g key={sign}>
            {before(sign, layout.bench(r, columns[0] ?? 0), hues[score === "additive" ? 2 : r] ?? "")}
          </g>
        ))}
    </g>
  );
}
