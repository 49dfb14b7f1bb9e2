import type { Lang } from "../index.ts";
import { whenNear } from "../ui/when-near.ts";
import { allSheets } from "./sheets.ts";

/** Takes a drawing away, with its Workers. */
export type Leave = () => void;

// Node has no elements; there a program may import them and shows none.
const Base: typeof HTMLElement = Reflect.get(globalThis, "HTMLElement") ?? Object;

/**
 * An element that draws in a shadow root: neither do the page's styles reach the drawing, nor its styles the page. It loads what
 * draws when it comes near the visible part of the page, shows its content until then, and says on itself what is wrong.
 */
export abstract class Embedded extends Base {
  #leave: Leave = () => {};
  #drawing = 0;

  /** Loads what is drawn. The result draws it into an element that is in the page, and returns what takes it away. */
  protected abstract load(lang: "en" | "zh"): Promise<(into: HTMLElement) => Leave>;

  /** Draws once the element is near the visible part of the page. */
  connectedCallback(): void {
    this.update();
  }

  /** Takes the drawing away. */
  disconnectedCallback(): void {
    this.#clear();
  }

  /** Draws anew. */
  attributeChangedCallback(): void {
    this.update();
  }

  /** Draws anew: something that the drawing shows has changed. */
  protected update(): void {
    if (!this.isConnected) return;
    this.#clear();
    const drawing = this.#drawing;
    this.#leave = whenNear(this, () => this.#show(drawing));
  }

  #clear(): void {
    this.#drawing++;
    this.#leave();
    this.#leave = () => {};
    this.#root().replaceChildren(document.createElement("slot"));
  }

  #root(): ShadowRoot {
    return this.shadowRoot ?? this.attachShadow({ mode: "open" });
  }

  async #show(drawing: number): Promise<void> {
    const root = this.#root();
    const frame = document.createElement("div");
    frame.className = "frame saccade";
    frame.addEventListener("keydown", keepKeys);
    try {
      const lang = langOf(this);
      themeOf(this);
      const draw = await this.load(lang);
      if (drawing !== this.#drawing) return;
      frame.lang = lang === "zh" ? "zh-CN" : lang;
      root.adoptedStyleSheets = allSheets();
      root.replaceChildren(frame);
      this.#leave = draw(frame);
    } catch (error) {
      if (drawing !== this.#drawing) return;
      const problem = document.createElement("p");
      problem.className = "problem";
      problem.role = "alert";
      problem.textContent = `<${this.localName}>: ${error instanceof Error ? error.message : String(error)}`;
      root.adoptedStyleSheets = allSheets();
      frame.replaceChildren(problem);
      root.replaceChildren(document.createElement("slot"), frame);
    }
  }
}

/** Keys that the drawing answers to do not turn the page of a slide show around it. */
function keepKeys(event: KeyboardEvent): void {
  if (/^(Arrow\w+|Home|End|Enter| )$/.test(event.key)) event.stopPropagation();
}

/** The element's own language, or the page's: Chinese, or else English. */
function langOf(element: Element): Lang {
  const own = element.getAttribute("lang");
  if (own !== null && !/^(en|zh)\b/i.test(own))
    throw new Error(`lang is "${own}"; figures are in en (English) and zh (Chinese).`);
  const lang = element.closest("[lang]")?.getAttribute("lang") ?? "";
  return /^zh\b/i.test(lang) ? "zh" : "en";
}

function themeOf(element: Element): void {
  const theme = element.getAttribute("theme");
  if (theme !== null && theme !== "light" && theme !== "dark")
    throw new Error(`theme is "${theme}"; it is light or dark, and without it the color-scheme of the page.`);
}
