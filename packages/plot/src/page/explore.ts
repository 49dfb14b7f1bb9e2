/// <reference lib="dom" preserve="true" />
import { element } from "../svg.ts";
import type { Picture } from "./picture.ts";

/** A part of a picture that can be pointed at and focused. */
export interface Place {
  readonly element: SVGElement;
  /** In the picture's body. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Its content, for the line below the picture and for screen readers. */
  readonly says: string;
}

/** A picture's reactions, besides showing the text of a place. */
export interface Reactions {
  /** A place is pointed at or focused; undefined when none is. Then it may return the text of the line below. */
  readonly visit?: (row: number | undefined, col: number) => string | undefined;
  /** A place is clicked, tapped, or chosen by Enter or the space bar. */
  readonly choose?: ((row: number, col: number) => void) | undefined;
}

interface At {
  readonly row: number;
  readonly col: number;
  readonly place: Place;
}

/**
 * Makes a picture's places react to pointers, touch and the keyboard: one of them is in the page's tab order, arrow keys, Home
 * and End move from there, and a ring and the line below show the place. In a file nothing listens, and each place keeps its
 * title.
 */
export function explore(
  { svg, body, say }: Picture,
  rows: readonly (readonly Place[])[],
  { visit, choose }: Reactions = {},
): void {
  const { ownerDocument } = svg;
  const found = new Map<Element, At>();
  for (const [row, places] of rows.entries()) {
    for (const [col, place] of places.entries()) {
      const first = found.size === 0;
      found.set(place.element, { row, col, place });
      place.element.setAttribute("tabindex", first ? "0" : "-1");
      place.element.setAttribute("data-place", "");
      place.element.style.outline = "none";
      place.element.append(element(ownerDocument, "title", {}, place.says));
    }
  }
  const ring = element(ownerDocument, "g", { fill: "none", "pointer-events": "none", visibility: "hidden" });
  ring.setAttribute("aria-hidden", "true");
  // Black within white: one of both is seen on any color.
  const strokes = [
    element(ownerDocument, "rect", { stroke: "#ffffff", "stroke-width": 4, rx: 2 }),
    element(ownerDocument, "rect", { stroke: "#000000", "stroke-width": 2, rx: 2 }),
  ];
  ring.append(...strokes);
  body.append(ring);

  let hovered: At | undefined;
  let focused: At | undefined;
  let entry = found.values().next().value;
  const show = (): void => {
    const at = hovered ?? focused;
    const rest = visit?.(at?.row, at?.col ?? 0);
    ring.setAttribute("visibility", at === undefined ? "hidden" : "visible");
    say(at?.place.says ?? rest);
    if (at === undefined) return;
    // Around the place, so that its own edge stays visible.
    const { x, y, width, height } = outset(at.place, 2);
    for (const stroke of strokes)
      for (const [name, value] of Object.entries({ x, y, width, height }))
        stroke.setAttribute(name, `${value}`);
  };
  const placeOf = (event: Event): At | undefined => {
    const target = (event.target as Element | null)?.closest("[data-place]");
    return target === null || target === undefined ? undefined : found.get(target);
  };
  svg.addEventListener("pointerover", (event) => {
    hovered = placeOf(event);
    show();
  });
  svg.addEventListener("pointerleave", () => {
    hovered = undefined;
    show();
  });
  svg.addEventListener("focusin", (event) => {
    focused = placeOf(event);
    if (focused === undefined) return;
    entry?.place.element.setAttribute("tabindex", "-1");
    entry = focused;
    entry.place.element.setAttribute("tabindex", "0");
    // The keyboard takes over: the place under a resting pointer no longer counts.
    hovered = undefined;
    show();
  });
  svg.addEventListener("focusout", () => {
    focused = undefined;
    show();
  });
  svg.addEventListener("click", (event) => {
    const at = placeOf(event);
    if (at !== undefined) choose?.(at.row, at.col);
  });
  svg.addEventListener("keydown", (event) => {
    const at = placeOf(event);
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (choose === undefined) return;
      choose(at.row, at.col);
    } else if (event.key === "Escape") {
      at.place.element.blur();
    } else {
      const next = neighbour(rows, at, event.key);
      if (next === undefined) return;
      next.element.focus();
    }
    event.preventDefault();
  });
}

function outset({ x, y, width, height }: Place, by: number) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The place a key leads to, if any; in a single row or column the other two arrows go along it, too. */
function neighbour(rows: readonly (readonly Place[])[], { row, col }: At, key: string): Place | undefined {
  const line = rows.length === 1;
  const column = rows.every((places) => places.length === 1);
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  if (step === undefined) {
    if (key !== "Home" && key !== "End") return undefined;
    const flat = column ? rows.flat() : rows[row];
    return flat?.at(key === "Home" ? 0 : -1);
  }
  const [down = 0, across = 0] = step;
  const places = rows[row + (column ? down + across : line ? 0 : down)];
  return places?.[column ? 0 : col + across + (line ? down : 0)];
}
