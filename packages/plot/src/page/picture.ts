/// <reference lib="dom" preserve="true" />
import { css, type Rgb } from "../color.ts";
import { type Domain, shortNumber } from "../domain.ts";
import { flag, pixels, type Rules, text } from "../rules.ts";
import { darkInk, darkNoValue, darkPaper, fontSize, noValueColor, pageDocument, paper, put } from "../svg.ts";
import { printable, textWidth, wrap } from "../text.ts";
import { type BareFigure, bareRules, bareSvg } from "./bare-svg.ts";

/** Options of pictures that look inside a model. */
export interface PictureStyle extends BareFigure {
  /** Above the picture. */
  readonly title?: string;
  /** The maximum width in pixels: content that does not fit wraps. As wide as needed unless given. */
  readonly width?: number;
  /** Whether the background is dark: colors near 0 are dark, and so is the paper. Default false. */
  readonly dark?: boolean;
}

/** The rules of their options. */
export const pictureRules: Rules<PictureStyle> = { ...bareRules, title: text, width: pixels, dark: flag };

interface Scale {
  readonly domain: Domain;
  readonly color: (value: number) => Rgb;
  /** Whether some value is not finite, so that its color needs explaining. */
  readonly missing: boolean;
}

export interface Parts {
  readonly width: number;
  readonly height: number;
  /** The kind of picture, for screen readers. */
  readonly kind: string;
  /** Its content in a sentence: its text equivalent, which is also shown below it. */
  readonly summary: string;
  readonly scale?: Scale;
  /** The longest sentence that may replace it, to reserve room for it. */
  readonly longest?: string;
  /** The ARIA role that its parts need around them. */
  readonly role: "grid" | "listbox" | "list";
}

interface Picture {
  readonly svg: SVGSVGElement;
  /** Where the picture itself is drawn, its origin at the top left. */
  readonly body: SVGElement;
  /** Writes a line below the picture; without a text, its summary. */
  say(text?: string): void;
}

const lineHeight = 16;
const titleSize = fontSize + 2;
const barWidth = 96;
const textRoom = 440;

/** The fill of a cell that holds no finite number. */
export function emptyFill(options: PictureStyle): string {
  return options.dark === true ? darkNoValue : noValueColor;
}

/** An empty picture: a title, room for the body, the color scale, and a line that describes the content. */
export function picture(options: PictureStyle, parts: Parts): Picture {
  // Sentences need more room than a few cells.
  const width = Math.ceil(Math.max(parts.width, Math.min(options.width ?? textRoom, textRoom)));
  const title = options.title === undefined ? [] : wrap(printable(options.title), width, titleSize, 3);
  const lay = (words: string, most: number): string[] => wrap(words, width - 4, fontSize, most);
  const said = lay(parts.summary, 4);
  while (said.length < lay(parts.longest ?? "", 4).length) said.push("");
  const top = title.length * 20 + (title.length > 0 ? 6 : 0);
  const scaleTop = top + parts.height + 8;
  const saidTop = scaleTop + (parts.scale === undefined ? 0 : 24);
  const height = Math.ceil(saidTop + said.length * lineHeight + 6);

  const label = options.ariaLabel ?? `${options.title ?? parts.kind}. ${parts.summary}`;
  const document = pageDocument(options.document);
  const svg = bareSvg(document, { width, height }, label, { ...options, paper: false });
  svg.setAttribute("role", parts.role);
  Object.assign(svg.style, { display: "block", maxWidth: "100%", height: "auto" });
  if (options.paper === true) {
    const dark = options.dark === true;
    svg.append(paper(document, String(width), String(height), dark ? darkPaper : "#ffffff"));
    svg.setAttribute("color", dark ? darkInk : "#262626");
  }
  for (const [i, line] of title.entries()) {
    const place = { x: 0, y: 15 + i * 20, "font-size": titleSize, "font-weight": 600, "aria-hidden": "true" };
    put(svg, "text", place, line);
  }
  // A row or an option may be inside of a grid or a listbox only without anything between that has a role.
  const body = put(svg, "g", { transform: `translate(0,${top})`, role: "presentation" });
  if (parts.scale !== undefined) scaleBar(svg, parts.scale, scaleTop, emptyFill(options));
  const lines = said.map((line, i) => {
    const place = { x: 0, y: saidTop + 13 + i * lineHeight, class: "readout", "aria-hidden": "true" };
    return put(svg, "text", place, line);
  });
  const say = (words = parts.summary): void => {
    const shown = lay(words, lines.length);
    for (const [i, line] of lines.entries()) line.textContent = shown[i] ?? "";
  };
  return { svg, body, say };
}

/** A color bar that lies on its side, its ends on both sides. */
function scaleBar(into: Element, { domain, color, missing }: Scale, y: number, empty: string): void {
  const [low, high] = domain;
  const group = put(into, "g", { class: "legend", transform: `translate(0,${y})`, "aria-hidden": "true" });
  const size = fontSize - 1;
  const from = shortNumber(low);
  const left = Math.ceil(textWidth(from, size)) + 7;
  const write = (x: number, text: string, anchor: string): void => {
    put(group, "text", { x, y: 10, "font-size": size, "text-anchor": anchor }, text);
  };
  write(0, from, "start");
  const steps = 48;
  for (let step = 0; step < steps; step++) {
    const fill = css(color(low + ((high - low) * (step + 0.5)) / steps));
    const slice = { x: left + step * (barWidth / steps), y: 0, width: barWidth / steps, height: 12, fill };
    put(group, "rect", { ...slice, "shape-rendering": "crispEdges" });
  }
  write(left + barWidth + 5, shortNumber(high), "start");
  if (missing) {
    const x = left + barWidth + 5 + Math.ceil(textWidth(shortNumber(high), size)) + 14;
    put(group, "rect", { x, y: 0, width: 12, height: 12, fill: empty });
    write(x + 17, "no value", "start");
  }
}

/** A rectangle in a picture's body. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a picture that can be pointed at and focused. */
export interface Place extends Box {
  readonly element: SVGElement;
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
  const found = new Map<Element, At>();
  for (const [row, places] of rows.entries()) {
    for (const [col, place] of places.entries()) {
      const first = found.size === 0;
      found.set(place.element, { row, col, place });
      place.element.setAttribute("tabindex", first ? "0" : "-1");
      place.element.setAttribute("data-place", "");
      place.element.style.outline = "none";
      put(place.element, "title", {}, place.says);
    }
  }
  const ring = put(body, "g", { fill: "none", "pointer-events": "none", visibility: "hidden" });
  ring.setAttribute("aria-hidden", "true");
  // Black within white: one of both is seen on any color.
  const strokes = [
    put(ring, "rect", { stroke: "#ffffff", "stroke-width": 4, rx: 2 }),
    put(ring, "rect", { stroke: "#000000", "stroke-width": 2, rx: 2 }),
  ];

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
