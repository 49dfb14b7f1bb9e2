import { type ComponentChild, render } from "preact";
import { afterEach, beforeEach, expect } from "vitest";
import { userEvent } from "vitest/browser";
import { type Lang, mountFigure } from "../src/index.ts";
import "../src/styles/tokens.css";
import "../src/styles/controls.css";
import "../src/styles/charts.css";
// Figures load it when they are shown: tests press keys at once.
import "../src/ui/rove.ts";

const takeAway: (() => void)[] = [];
const page = document.createElement("div");
page.className = "saccade";

// Where an earlier test left the pointer, a figure could come to lie under it, so it moves into the page's margin.
beforeEach(async () => {
  const corner = document.createElement("div");
  corner.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 4px; height: 4px";
  document.body.append(corner);
  await userEvent.hover(corner);
  corner.remove();
});

afterEach(() => {
  for (const one of takeAway.splice(0)) one();
  render(null, page);
  document.body.replaceChildren();
});

/** A figure in the page, taken away after the test. */
export async function shown(name: string, lang: Lang = "en"): Promise<HTMLElement> {
  const root = document.createElement("div");
  root.className = "saccade";
  root.style.width = "640px";
  document.body.append(root);
  takeAway.push(await mountFigure(root, name, lang));
  await import("../src/ui/rove.ts"); // the arrow keys
  await drawn();
  return root;
}

/** Waits until a change is drawn. */
export async function drawn(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
}

/** The element of a selector; fails without one. */
export function find<E extends Element = HTMLElement>(root: Element, selector: string): E {
  const found = root.querySelector<E>(selector);
  if (found === null) throw new Error(`there is no ${selector} in ${root.innerHTML.slice(0, 500)}`);
  return found;
}

/** The text of the element of a selector. */
export const textOf = (root: Element, selector: string): string => find(root, selector).textContent ?? "";

/** Its name for screen readers. */
export const labelOf = (root: Element, selector: string): string | null =>
  find(root, selector).getAttribute("aria-label");

/** The texts of all elements of a selector. */
export const texts = (root: Element, selector: string): (string | null)[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** The sliders in a figure. */
export const sliders = (root: Element): HTMLInputElement[] => [
  ...root.querySelectorAll<HTMLInputElement>("input[type=range]"),
];

/** Clicks the element of a selector. */
export async function click(root: Element, selector: string): Promise<void> {
  find(root, selector).click();
  await drawn();
}

/** Gives it the focus. */
export async function focus(root: Element, selector: string): Promise<void> {
  find(root, selector).focus();
  await drawn();
}

/** Waits until a figure has computed what it shows, or what it was asked for. */
export const done = (figure: Element): Promise<void> =>
  expect.poll(() => find(figure, "figure").dataset["done"], { timeout: 100_000 }).toBe("true");

/** e to each score, over their sum. */
export function softmax(scores: readonly number[]): number[] {
  const raw = scores.map(Math.exp);
  return raw.map((x) => x / raw.reduce((a, b) => a + b, 0));
}

/** A drawing in a page of some width, taken away after the test. */
export async function mounted(node: ComponentChild, width: number = 460): Promise<HTMLElement> {
  if (!page.isConnected) document.body.append(page);
  page.style.width = `${width}px`;
  render(node, page);
  await drawn();
  return page;
}

/** Presses a key on an element, which gets the focus first. */
export async function press(element: HTMLElement | SVGElement, key: string): Promise<void> {
  element.focus();
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await drawn();
}

/** Sets a slider or another input, as a user does. */
export async function set(input: HTMLInputElement, value: number): Promise<void> {
  input.value = String(value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await drawn();
}

/**
 * Drags from an element to a place (x, y in pixels of the viewport), as a finger does. An element that captures the pointer
 * needs `userEvent.dragAndDrop`: events made here cannot be captured.
 */
export async function touch(element: Element, x: number, y: number): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = (type: string, clientX: number, clientY: number): void => {
    const init = {
      pointerId: 1,
      pointerType: "touch",
      isPrimary: true,
      button: 0,
      buttons: 1,
      bubbles: true,
    };
    element.dispatchEvent(new PointerEvent(type, { ...init, cancelable: true, clientX, clientY }));
  };
  at("pointerdown", left + width / 2, top + height / 2);
  at("pointermove", x, y);
  at("pointerup", x, y);
  await drawn();
}
