import { fill } from "../messages.ts";
import "./attention.css";
import type { JSX, RefObject } from "preact";
import { Bench } from "./bench.tsx";
import { Hits, type HitsProps } from "./hits.tsx";
import { Labels, Titles } from "./labels.tsx";
import { Marks } from "./marks.tsx";
import { Inputs, Results } from "./matrices.tsx";
import { Bars, Values } from "./pouring.tsx";
import { resultOf } from "./saying.ts";

interface AttentionDrawingProps extends HitsProps {
  readonly svg: RefObject<SVGSVGElement | null>;
  /** Whether the motion runs; cells cannot be looked at then. */
  readonly isPlaying?: boolean;
  /** Where there is room for one product only: how far the second has come in its place. Both are shown unless given. */
  readonly pan?: number | undefined;
}

/** The two products of matrices of attention, QKᵀ and weights times V, at one moment. */
export function AttentionDrawing(props: AttentionDrawingProps): JSX.Element {
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
      onFocusOut={() => {
        looked.value = undefined;
      }}
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
