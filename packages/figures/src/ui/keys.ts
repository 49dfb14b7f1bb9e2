import type { TargetedKeyboardEvent } from "preact";

const arrows: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Arrows move between cells, so that each matrix is one stop of the Tab key. A cell is an element of the drawing whose
 * data-cell is "matrix row column".
 */
export function moveFocus(event: TargetedKeyboardEvent<SVGRectElement>): void {
  const way = arrows[event.key];
  const [matrix, row, column] = event.currentTarget.dataset.cell?.split(" ") ?? [];
  if (way === undefined || matrix === undefined) return;
  const next = `${matrix} ${Number(row) + way[0]} ${Number(column) + way[1]}`;
  event.currentTarget.ownerSVGElement?.querySelector<SVGRectElement>(`[data-cell="${next}"]`)?.focus();
  event.preventDefault();
}

interface SliderRange {
  readonly least: number;
  readonly most: number;
  /** The step of an arrow key, and that of Page Up and Page Down. */
  readonly step: number;
  readonly page: number;
}

/** Where a key moves a slider of WAI-ARIA to; undefined for other keys. It may lie outside the range. */
export function keyTarget(
  key: string,
  now: number,
  { least, most, step, page }: SliderRange,
): number | undefined {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return now - step;
    case "ArrowRight":
    case "ArrowUp":
      return now + step;
    case "PageDown":
      return now - page;
    case "PageUp":
      return now + page;
    case "Home":
      return least;
    case "End":
      return most;
    default:
      return undefined;
  }
}
