import { isAttention } from "@saccade/figures/transformer-places";
import type { Place } from "./settings.ts";

/** Where the page looks: a place, and in it a head, a query and a key, counted from 1; 0 for none. */
export interface Spot {
  readonly at: Place;
  readonly head: number;
  readonly query: number;
  readonly key: number;
}

export function isScore({ at, head, query, key }: Spot): boolean {
  return isAttention(at) && head > 0 && query > 0 && key > 0;
}

/** From 0, the whole model, to 4, one score. */
export function depthOf(spot: Spot): number {
  const { at, head } = spot;
  return [at !== "all", at.includes("."), isAttention(at) && head > 0, isScore(spot)].filter(Boolean).length;
}

/**
 * Moves from one place to another: the clicked part grows into the whole view, or the view shrinks back to its origin. No
 * animation if the browser lacks it, the reader prefers reduced motion, or the depth stays the same.
 */
export function zoom(from: Spot, to: Spot, move: () => void): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (depthOf(from) === depthOf(to) || still || !("startViewTransition" in document)) {
    move();
    return;
  }
  const name = (element: HTMLElement | null, text: string): void =>
    element?.style.setProperty("view-transition-name", text); // an empty one takes it away
  const level = (): HTMLElement | null => document.querySelector<HTMLElement>(".level");
  const start = wayTo(to) ?? level();
  let end: HTMLElement | null = null;
  name(start, "zoom");
  const transition = document.startViewTransition(async () => {
    move();
    await new Promise((resolve) => setTimeout(resolve)); // until it is drawn
    name(start, "");
    end = wayTo(from) ?? level();
    name(end, "zoom");
  });
  const done = (): void => name(end, "");
  transition.finished.then(done, done);
}

/** The element in view that leads to a spot: a cell to a score, else one that `data-place` marks. */
function wayTo(spot: Spot): HTMLElement | null {
  const { at, head, query, key } = spot;
  const mark = isScore(spot)
    ? `data-cell="${query - 1} ${key - 1}"`
    : `data-place="${isAttention(at) && head > 0 ? `${at} ${head}` : at}"`;
  return document.querySelector<HTMLElement>(`.level [${mark}]`);
}
