import axe from "axe-core";
import { clear } from "idb-keyval";
import { h, render } from "preact";
import { expect, onTestFinished, vi } from "vitest";
import { commands, type Locator, locators, page, userEvent } from "vitest/browser";
import { App } from "../src/app/app.tsx";
import { makeShell, type Shell, ShellProvider } from "../src/app/shell.ts";
import { left as leftText } from "../src/pages/language-model/runs.ts";
import { left as leftTranslator } from "../src/pages/translator/saved.ts";
import "../src/styles/main.css";

// The app in the tab of the tests: opened at an address, and taken away after each test with all that it kept.

interface Media {
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
}

declare module "vitest/browser" {
  interface LocatorSelectors {
    css(selector: string): Locator;
  }
  interface BrowserCommands {
    emulateMedia(media: Media): Promise<void>;
    /** Drags with the mouse from a place in an element to another, in pixels from its corner. */
    drag(selector: string, from: readonly [number, number], to: readonly [number, number]): Promise<void>;
  }
}
locators.extend({ css: (selector: string) => selector });

interface Shown {
  readonly shell: Shell;
  /** Takes the app away, as when the tab is closed. */
  close(): void;
}
let shown: Shown | undefined;
const usual = { width: 1280, height: 800 };
const usualMedia = { colorScheme: "light", reducedMotion: "reduce" } as const;
let isUsual = false;
const wrong: string[] = [];

/** Before each test. */
export function begin(): void {
  // Errors in the console are failures that nobody sees on the page.
  vi.spyOn(console, "error").mockImplementation((...said: unknown[]) => {
    wrong.push(said.map(String).join(" "));
  });
  // The tab of the tests keeps its size.
  vi.spyOn(Element.prototype, "requestFullscreen").mockRejectedValue(new TypeError("refused"));
}

/** After each test: takes away what it left. */
export async function end(): Promise<void> {
  if (shown !== undefined) {
    shown.close();
    shown = undefined;
    await drawn(); // what pages do at their end comes after the next frame
  }
  await Promise.all([leftText.take(), leftTranslator.take()]);
  await clear();
  localStorage.clear();
  history.replaceState(null, "", "?");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (!isUsual) {
    await windowOf(usual.width, usual.height);
    await commands.emulateMedia(usualMedia);
  }
  isUsual = true;
  expect(wrong.splice(0), "errors in the console").toEqual([]);
}

/** Opens the app at an address from the # on, in the window of a laptop with reduced motion, and waits for its page. */
export async function open(hash: string): Promise<Shell> {
  shown?.close();
  history.replaceState(null, "", hash);
  document.body.className = "saccade";
  const root = document.createElement("div");
  root.id = "app";
  document.body.append(root);
  const shell = makeShell(window);
  await shell.ready;
  const end = shell.store.listen();
  render(h(ShellProvider, { value: shell, children: h(App, {}) }), root);
  shown = {
    shell,
    close() {
      window.dispatchEvent(new Event("pagehide"));
      render(null, root);
      end();
      root.remove();
      window.scrollTo(0, 0);
    },
  };
  await expect.element(page.getByRole("heading", { level: 1 })).toBeInTheDocument();
  return shell;
}

/** Opens the app anew at the address that it has, as a reload. */
export async function reopen(): Promise<Shell> {
  shown?.shell.store.write();
  return open(location.hash);
}

/** Goes to an address in the open app, as a reader who edits it. */
export async function goTo(hash: string): Promise<void> {
  location.hash = hash;
  await vi.waitFor(() => expect(shown?.shell.store.place.value.page).toBe(/^#\/([a-z-]*)/.exec(hash)?.[1]));
}

/** Waits until the address matches; it follows an edit a little later. */
export function expectAddress(pattern: RegExp): Promise<void> {
  return expect.poll(() => location.hash).toMatch(pattern);
}

export async function windowOf(width: number, height: number = 812): Promise<void> {
  isUsual = false;
  do {
    await page.viewport(width, height);
    await drawn();
  } while (innerWidth !== width || innerHeight !== height);
}

/** Waits until what has changed is drawn. */
export async function drawn(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

export async function media(wanted: Media): Promise<void> {
  isUsual = false;
  await commands.emulateMedia(wanted);
}

export const css = (selector: string): Locator => page.css(selector);
export const button = (name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" });

/** Presses a button in the moment it appears: a short training may be over before a test that polls finds "Pause". */
export function pressAtOnce(name: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
      if (found === undefined) return;
      observer.disconnect();
      found.click();
      resolve();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    onTestFinished(() => observer.disconnect());
  });
}

export const group = (name: string): Locator => page.getByRole("group", { name, exact: true });
export const field = (label: string | RegExp): Locator =>
  page.getByLabelText(label, { exact: typeof label === "string" });
export const heading: Locator = page.getByRole("heading", { level: 1 });

/** The elements of a selector, as they are now. */
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
export const texts = (selector: string): string[] => all(selector).map((one) => one.textContent ?? "");
/** The text of the first element of a selector. */
export const text = (selector: string): string => texts(selector)[0] ?? `no ${selector}`;
/** The place of an element; fails without one. */
export function box(selector: string): DOMRect {
  const [one] = all(selector);
  if (one === undefined) throw new Error(`there is no ${selector}`);
  return one.getBoundingClientRect();
}

export const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
export async function focus(locator: Locator): Promise<void> {
  const element = await locator.findElement();
  element.focus();
  expect(document.activeElement).toBe(element);
}
/** Moves the pointer to where nothing is. */
export const pointAway = (): Promise<void> =>
  userEvent.hover(document.body, { position: { x: 1, y: 1 }, force: true });
export const expectCount = (selector: string, count: number): Promise<void> =>
  expect.poll(() => all(selector).length, { message: selector }).toBe(count);
/** Scrolls to an element once it is there, again where the page grows above it meanwhile. */
export const scrollTo = (selector: string): Promise<void> =>
  vi.waitFor(
    async () => {
      box(selector);
      all(selector)[0]?.scrollIntoView({ block: "center" });
      await drawn();
      const { top, bottom } = box(selector);
      if (bottom < 0 || top > innerHeight) throw new Error(`${selector} is outside of the window`);
    },
    { timeout: 15_000 },
  );

/** Notes the files that the app saves, instead of saving them. */
export function downloads(): { next(): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> } {
  const saved: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this);
  });
  return {
    async next() {
      const link = await vi.waitUntil(() => saved.shift(), { timeout: 30_000, interval: 20 });
      return { name: link.download, bytes: new Uint8Array(await (await fetch(link.href)).arrayBuffer()) };
    },
  };
}

/** Holds that the page is not wider than its window, once its parts have found their places. */
export const expectNoOverflow = (): Promise<void> =>
  expect
    .poll(() => document.documentElement.scrollWidth - innerWidth, { message: "wider than the window" })
    .toBeLessThanOrEqual(0);

/** How many windows high the page is. */
export const screens = (): number => document.documentElement.scrollHeight / innerHeight;

/** Holds that axe finds no barriers in the page of that impact or a worse one. */
export async function expectNoBarriers(least: "moderate" | "serious" = "moderate"): Promise<void> {
  // Nobody reads text while its colours are still changing.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const found = violations
    .filter(({ impact }) => impact !== "minor" && (impact !== "moderate" || least === "moderate"))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found).toEqual([]);
}

/** Workers that never answer, until the test ends. */
export function silentWorkers(): void {
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
}

/** Puts one method in another's place until the test ends. */
export function replace<O extends object, K extends keyof O>(object: O, name: K, value: O[K]): void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(object, name);
    else Object.defineProperty(object, name, before);
  });
}
