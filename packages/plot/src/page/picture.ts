/// <reference lib="dom" preserve="true" />
import { css, type Rgb } from "../color.ts";
import { type Domain, shortNumber } from "../domain.ts";
import type { Rules } from "../options.ts";
import { darkInk, darkNoValue, darkPaper, noValueColor } from "../palette.ts";
import { flag, pixels, text } from "../rules.ts";
import { element, fontSize, paper } from "../svg.ts";
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

export interface Scale {
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

export interface Picture {
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
export function picture(document: Document, parts: Parts, options: PictureStyle): Picture {
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
    svg.append(element(document, "text", place, line));
  }
  // A row or an option may be inside of a grid or a listbox only without anything between that has a role.
  const body = element(document, "g", { transform: `translate(0,${top})`, role: "presentation" });
  svg.append(body);
  if (parts.scale !== undefined) svg.append(scaleBar(document, parts.scale, scaleTop, emptyFill(options)));
  const lines = said.map((line, i) => {
    const place = { x: 0, y: saidTop + 13 + i * lineHeight, class: "readout", "aria-hidden": "true" };
    const made = element(document, "text", place, line);
    svg.append(made);
    return made;
  });
  const say = (words = parts.summary): void => {
    const shown = lay(words, lines.length);
    for (const [i, line] of lines.entries()) line.textContent = shown[i] ?? "";
  };
  return { svg, body, say };
}

/** A color bar that lies on its side, its ends on both sides. */
function scaleBar(document: Document, scale: Scale, y: number, empty: string): SVGElement {
  const { domain, color, missing } = scale;
  const [low, high] = domain;
  const group = element(document, "g", {
    class: "legend",
    transform: `translate(0,${y})`,
    "aria-hidden": "true",
  });
  const size = fontSize - 1;
  const from = shortNumber(low);
  const left = Math.ceil(textWidth(from, size)) + 7;
  const write = (x: number, text: string, anchor: string): void => {
    group.append(element(document, "text", { x, y: 10, "font-size": size, "text-anchor": anchor }, text));
  };
  write(0, from, "start");
  const steps = 48;
  for (let step = 0; step < steps; step++) {
    const fill = css(color(low + ((high - low) * (step + 0.5)) / steps));
    const slice = { x: left + step * (barWidth / steps), y: 0, width: barWidth / steps, height: 12, fill };
    group.append(element(document, "rect", { ...slice, "shape-rendering": "crispEdges" }));
  }
  write(left + barWidth + 5, shortNumber(high), "start");
  if (missing) {
    const x = left + barWidth + 5 + Math.ceil(textWidth(shortNumber(high), size)) + 14;
    group.append(element(document, "rect", { x, y: 0, width: 12, height: 12, fill: empty }));
    write(x + 17, "no value", "start");
  }
  return group;
}
