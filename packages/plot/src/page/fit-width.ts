/// <reference lib="dom" preserve="true" />
import { action, checkArgument, type Rule } from "../rules.ts";

const isElement: Rule = {
  must: "an element of a page",
  holds: (value) => typeof Object(value).replaceChildren === "function",
};

/**
 * Draws a picture into an element of a page as wide as the element, and redraws it when that width changes.
 *
 * @param draw from the element's width in pixels to the picture, such as `(width) => tokenView(pattern, { tokens, width })`
 * @returns stops watching the width; the picture stays
 * @throws PlotError for anything but an element and a function; and whatever `draw` throws
 * @example
 * const stop = fitWidth(document.createElement("div"), (width) => tokenView([0.2, 0.8], { tokens: ["a", "b"], width }));
 * typeof stop // "function"
 */
export function fitWidth(element: Element, draw: (width: number) => SVGElement): () => void {
  checkArgument("fitWidth", "element", element, isElement);
  checkArgument("fitWidth", "draw", draw, action);
  let drawn = -1;
  const fit = (): void => {
    // An element that is not shown has no width: its picture is drawn for a small screen until it has.
    const width = element.clientWidth || 320;
    if (width === drawn) return;
    drawn = width;
    element.replaceChildren(draw(width));
  };
  fit();
  const Observer = globalThis.ResizeObserver;
  if (Observer === undefined) return () => undefined;
  const observer = new Observer(fit);
  observer.observe(element);
  return () => observer.disconnect();
}
