import { pointIn } from "@saccade/figures/ui";
import type { JSX, TargetedEvent, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { Frame } from "./frame.ts";
import type { RegressionModel } from "./model.ts";
import { movePoint, removePoint } from "./own-points.ts";
import { words } from "./words.ts";

interface PointHandlesProps {
  readonly frame: Frame;
  readonly model: RegressionModel;
}

/**
 * The points, of which one at a time takes part in the Tab order; each as large as its weight. Their group listens for
 * all of them: there may be two hundred.
 */
export function PointHandles({ frame, model }: PointHandlesProps): JSX.Element {
  const t = useWords(words);
  const { x, y } = frame;
  const points = model.points.value;
  const { weights } = model.row.value;
  const chosen = Math.min(model.chosen.value, points.x.length - 1);
  const group = useRef<SVGGElement>(null);
  const focusChosen = useRef(false);
  useEffect(() => {
    if (!focusChosen.current) return;
    focusChosen.current = false;
    group.current?.querySelectorAll("circle")[chosen]?.focus();
  });

  const moveBy = (dx: number, dy: number): void => {
    const point = [(points.x[chosen] ?? 0) + dx, (points.y[chosen] ?? 0) + dy] as const;
    model.chosen.value = movePoint(model, chosen, point, y.domain);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGElement>): void => {
    const { key, shiftKey } = event;
    if (key === "Delete" || key === "Backspace") {
      if (!removePoint(model, chosen)) model.problem.value = t.tooFew;
    } else if (key === "ArrowUp" || key === "ArrowDown") moveBy(0, key === "ArrowUp" ? 0.1 : -0.1);
    else if (key === "ArrowLeft" || key === "ArrowRight") {
      const way = key === "ArrowRight" ? 1 : -1;
      if (shiftKey) moveBy(way * 0.05, 0);
      else model.chosen.value = Math.min(points.x.length - 1, Math.max(0, chosen + way));
    } else return;
    event.preventDefault();
    focusChosen.current = true;
  };
  const choose = ({ target }: TargetedEvent<SVGGElement>): SVGCircleElement | undefined => {
    if (!(target instanceof SVGCircleElement)) return undefined;
    model.chosen.value = Number(target.dataset.point);
    return target;
  };
  const onPointerMove = (event: TargetedPointerEvent<SVGGElement>): void => {
    const svg = event.currentTarget.ownerSVGElement;
    const { target, pointerId } = event;
    if (svg === null || !(target instanceof SVGCircleElement) || !target.hasPointerCapture(pointerId)) return;
    const [across, down] = pointIn(svg, event);
    const point = [x.value(across), y.value(down)] as const;
    model.chosen.value = movePoint(model, model.chosen.value, point, y.domain);
  };
  const greatest = Math.max(...weights, 1e-12);
  return (
    <g
      class="points"
      role="group"
      aria-label={t.n}
      ref={group}
      onPointerDown={(event) => {
        if (event.button === 0) choose(event)?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onDblClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      onFocusIn={choose}
    >
      {points.x.map((px, i) => {
        const py = points.y[i] ?? 0;
        const share = (weights[i] ?? 0) / greatest;
        return (
          <circle
            key={i}
            data-point={i}
            cx={x.at(px).toFixed(1)}
            cy={y.at(py).toFixed(1)}
            r={(3 + 5 * Math.sqrt(share)).toFixed(2)}
            fill-opacity={(0.25 + 0.6 * share).toFixed(2)}
            role="button"
            tabindex={i === chosen ? 0 : -1}
            aria-label={t.point(px.toFixed(2), py.toFixed(2))}
          />
        );
      })}
    </g>
  );
}
