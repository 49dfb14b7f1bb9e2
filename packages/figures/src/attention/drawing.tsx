import { fill } from "../messages.ts";
import { around, type Box, rectOf, setTo } from "../ui/index.ts";
import { at } from "./attended.ts";
import "./attention.css";
import type { RefObject } from "preact";
import { Hits, type HitsProps } from "./hits.tsx";
import { Inputs, Results } from "./matrices.tsx";
import { Bars, Bench, Values } from "./moving.tsx";
import { resultOf } from "./saying.ts";
import { keyInSight, type SceneState } from "./scene-state.ts";
import { kinds } from "./terms.ts";

interface AttentionDrawingProps extends HitsProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  /** Whether the motion runs; cells cannot be looked at then. */
  readonly isPlaying?: boolean;
  /** Where there is room for one product only: how far the second has come in its place. Both are shown unless given. */
  readonly pan?: number | undefined;
}

/** The two products of matrices of attention, QKᵀ and weights times V, at one moment. */
export function AttentionDrawing(props: AttentionDrawingProps) {
  const { svg, state, looked, isPlaying = false, pan } = props;
  const { layout, moment, t } = state;
  const isOne = layout.wide || pan !== undefined;
  const size = layout.wide ? layout.cell.w < 44 && "tight" : layout.cell.w < 40 && "narrow";
  const top = layout.wide ? 0 : layout.block * (pan ?? 0);
  return (
    <svg
      ref={svg}
      class={`chart ${size || ""} ${isOne && !layout.wide ? "one" : ""}`}
      viewBox={`0 ${top.toFixed(1)} ${layout.width} ${isOne ? layout.block : 2 * layout.block}`}
      role="group"
      aria-label={moment.finished ? fill(t.scene, { result: resultOf(state) }) : t.sceneSoFar}
      onPointerLeave={(event) => {
        if (event.pointerType === "mouse") looked.value = undefined;
      }}
      onFocusOut={setTo(looked, undefined)}
    >
      <g aria-hidden="true">
        <Titles {...state} />
        <Labels {...state} />
        <Inputs {...state} />
        <Results {...state} />
        <Marks {...state} />
        <Bars {...state} />
        <Values {...state} />
        <Bench {...state} />
      </g>
      {!isPlaying && <Hits {...props} />}
    </svg>
  );
}

/** Whether the bench shows a score. */
const isOnBench = ({ moment, isLooking }: SceneState): boolean =>
  moment.finished || isLooking || moment.step.kind === "score";

/** The names of the matrices. */
export function Titles(state: SceneState) {
  const { layout, attended, moment, divisorText, score, t } = state;
  const { lines, cell } = layout;
  const second = layout.weight(0, 0).y - layout.q(0, 0).y; // the second product's distance below the first
  const title = (text: string, first: Box, columns: number, y: number, hue = "ink") => (
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
      {title("Kᵀ", layout.k(0, 0), count, lines.keys, "way key")}
      {title(t.titles.softmax, bar, count, lines.values)}
      {title("V", layout.v(0, 0), valueDims, lines.values, "way value")}
      {title("Q", layout.q(0, 0), dims, lines.under, "way query")}
      {title(scores, layout.score(0, 0), count, lines.under)}
      {title(t.titles.weights, weight, count, lines.under + second)}
      {title(t.titles.output, layout.output(0, 0), valueDims, lines.under + second, "way value")}
    </g>
  );
}

/** The names of rows and columns. */
export function Labels(state: SceneState) {
  const { layout, row, names, score, columns } = state;
  const { w, h } = layout.cell;
  const key = keyInSight(state);
  const before = (text: string, box: Box, hue: string) => (
    <text class={`word ${hue}`} x={box.x - 6} y={box.y + h / 2} dy="0.35em" text-anchor="end">
      {text}
    </text>
  );
  const over = (text: string, box: Box, y: number, hue = "") => (
    <text class={`word ${hue}`} x={box.x + w / 2} y={y} text-anchor="middle">
      {text}
    </text>
  );
  const hues = ["way query strong", "way key strong", "", "ink strong"];
  return (
    <g>
      {names.queries.map((name, i) => (
        <g key={i}>
          {before(name, layout.q(i, 0), i === row ? "way query strong" : "")}
          {before(name, layout.weight(i, 0), i === row ? "way query strong" : "")}
        </g>
      ))}
      {names.keys.map((name, j) => (
        <g key={j}>
          {over(name, layout.k(j, 0), layout.k(j, 0).y - 7, j === key ? "way key strong" : "")}
          {before(name, layout.bar(j), j === key ? "way key strong" : "")}
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

/** Frames around what belongs together: a score, its row of Q and column of K; a weight and its value. */
export function Marks(state: SceneState) {
  const { layout, attended, row, moment, kind, head, columns, valueColumns, isLooking } = state;
  const key = keyInSight(state);
  const showScore = isLooking ? kind === "score" : moment.finished || moment.step.kind === "score";
  const showWeight = isLooking ? kind === "weight" : moment.finished;
  const line = (of: (i: number, c: number) => Box, i: number, on: readonly number[]): Box =>
    around(of(i, on[0] ?? 0), of(i, on.at(-1) ?? 0));
  return (
    <g class="marks">
      {showScore && (
        <>
          <rect class="band query" {...rectOf(around(layout.score(row, 0), layout.score(row, key)))} />
          <rect class="band key" {...rectOf(around(layout.score(0, key), layout.score(row, key)))} />
          <rect class="query" data-lit={`q ${row}`} {...rectOf(line(layout.q, row, columns))} />
          <rect class="key" data-lit={`k ${key}`} {...rectOf(line(layout.k, key, columns))} />
          <rect class="score" {...rectOf(layout.score(row, key))} />
        </>
      )}
      {showWeight && (
        <>
          {attended.v.map((_, one) => (
            <rect
              key={one}
              class="value"
              data-lit={one === key ? `v ${one}` : undefined}
              style={{ strokeWidth: one === key ? 3 : 2 * at(head.weights, row, one) }}
              {...rectOf(line(layout.v, one, valueColumns))}
            />
          ))}
          <rect class="pink" {...rectOf(layout.weight(row, key))} />
          <rect class="value" {...rectOf(line(layout.output, row, valueColumns))} />
        </>
      )}
    </g>
  );
}
