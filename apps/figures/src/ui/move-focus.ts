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
