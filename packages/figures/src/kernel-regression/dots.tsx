import type { ComponentProps, TargetedEvent, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { fill } from "../messages.ts";
import { pointIn } from "../ui/index.ts";
import type { PlotWords } from "./plot-words.ts";
import type { Frame, PointEdits, Shown } from "./shown.ts";

interface DotsProps {
  readonly frame: Frame;
  readonly shown: Shown;
}

/** The points, each as large as its weight. */
export function Dots(props: DotsProps) {
  return <g class="points">{circlesOf(props, () => ({}))}</g>;
}

/** A circle for each point, with the point's attributes. */
function circlesOf(
  { frame: { x, y }, shown }: DotsProps,
  own: (px: number, py: number, i: number) => ComponentProps<"circle">,
) {
  const points = shown.points.value;
  const { weights } = shown.row.value;
  const greatest = Math.max(...weights, 1e-12);
  return points.x.map((px, i) => {
    const py = points.y[i] ?? 0;
    const share = (weights[i] ?? 0) / greatest;
    return (
      <circle
        key={i}
        cx={x.at(px).toFixed(1)}
        cy={y.at(py).toFixed(1)}
        r={(3 + 5 * Math.sqrt(share)).toFixed(2)}
        fill-opacity={(0.25 + 0.6 * share).toFixed(2)}
        {...own(px, py, i)}
      />
    );
  });
}

interface PointHandlesProps extends DotsProps {
  readonly edits: PointEdits;
  readonly t: PlotWords;
}

/**
 * The points as the reader may change them; one at a time takes part in the Tab order. Their group listens for all of
 * them: there may be two hundred.
 */
export function PointHandles({ edits, t, ...drawn }: PointHandlesProps) {
  const { x, y } = drawn.frame;
  const points = drawn.shown.points.value;
  const chosen = Math.min(edits.chosen.value, points.x.length - 1);
  const group = useRef<SVGGElement>(null);
  const focusChosen = useRef(false);
  useEffect(() => {
    if (!focusChosen.current) return;
    focusChosen.current = false;
    group.current?.querySelectorAll("circle")[chosen]?.focus();
  });

  const moveBy = (dx: number, dy: number): void =>
    edits.move((points.x[chosen] ?? 0) + dx, (points.y[chosen] ?? 0) + dy, y.domain);
  const onKeyDown = (event: TargetedKeyboardEvent<SVGElement>): void => {
    const { key, shiftKey } = event;
    if (key === "Delete" || key === "Backspace") edits.remove();
    else if (key === "ArrowUp" || key === "ArrowDown") moveBy(0, key === "ArrowUp" ? 0.1 : -0.1);
    else if (key === "ArrowLeft" || key === "ArrowRight") {
      const way = key === "ArrowRight" ? 1 : -1;
      if (shiftKey) moveBy(way * 0.05, 0);
      else edits.chosen.value = Math.min(points.x.length - 1, Math.max(0, chosen + way));
    } else return;
    event.preventDefault();
    focusChosen.current = true;
  };
  const choose = ({ target }: TargetedEvent<SVGGElement>): SVGCircleElement | undefined => {
    if (!(target instanceof SVGCircleElement)) return undefined;
    edits.chosen.value = Number(target.dataset["point"]);
    return target;
  };
  const onPointerMove = (event: TargetedPointerEvent<SVGGElement>): void => {
    const svg = event.currentTarget.ownerSVGElement;
    const { target, pointerId } = event;
    if (svg === null || !(target instanceof SVGCircleElement) || !target.hasPointerCapture(pointerId)) return;
    const [across, down] = pointIn(svg, event);
    edits.move(x.value(across), y.value(down), y.domain);
  };
  return (
    <g
      class="points handles"
      role="group"
      aria-label={t.points}
      ref={group}
      onPointerDown={(event) => {
        if (event.button === 0) choose(event)?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onDblClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      onFocusIn={choose}
    >
      {circlesOf(drawn, (px, py, i) => ({
        "data-point": i,
        role: "button",
        tabindex: i === chosen ? 0 : -1,
        "aria-label": fill(t.point, { x: px.toFixed(2), y: py.toFixed(2) }),
      }))}
    </g>
  );
}
