import { Embedded, type Leave } from "./embed/embedded.ts";
import { figureOf, figureNames as names } from "./index.ts";
import { translations } from "./messages.ts";
import "./styles/tokens.css";
import "./styles/controls.css";
import "./styles/charts.css";
import "./styles/element.css";

/** The names of the figures, for the attribute `name` of {@link SaccadeFigure}. */
export const figureNames: readonly string[] = names;

/**
 * `<saccade-figure name="query-key-value">` is a figure of the book. Attributes: `name`, one of {@link figureNames}; `lang`, `en`
 * or `zh`, otherwise the page's language; `theme`, `light` or `dark`, otherwise the page's `color-scheme`.
 */
export class SaccadeFigure extends Embedded {
  static readonly observedAttributes: readonly string[] = ["name", "lang", "theme"];

  /** Loads the figure's code. */
  protected override async load(lang: "en" | "zh"): Promise<(into: HTMLElement) => Leave> {
    const name = this.getAttribute("name");
    if (name === null) throw new Error(`name is missing; it is one of ${figureNames.join(", ")}.`);
    const [{ h, render }, Figure] = await Promise.all([import("preact"), figureOf(name, lang)]);
    return (into) => {
      render(h(Figure, {}), into);
      return () => render(null, into);
    };
  }
}

/**
 * `<saccade-attention tokens="the cat sat" weights="[[1, 0, 0], …]">` draws attention weights of any model: the heads, what a
 * token attends to, and the matrix of a head. Attributes: `tokens`, a text with spaces or a JSON list; `weights`, JSON; `lang` and
 * `theme` as of {@link SaccadeFigure}.
 */
export class SaccadeAttention extends Embedded {
  static readonly observedAttributes: readonly string[] = ["tokens", "weights", "lang", "theme"];
  #tokens: unknown;
  #weights: unknown;

  /** The tokens, a list of texts. In place of the attribute. */
  get tokens(): unknown {
    return this.#tokens ?? this.getAttribute("tokens");
  }

  set tokens(value: unknown) {
    this.#tokens = value;
    this.update();
  }

  /**
   * The weights, of shape [rows][columns], [heads][rows][columns] or [layers][heads][rows][columns]: lists of lists, or of typed
   * arrays. A row says how much a token attends to each, and adds up to 1. In place of the attribute.
   */
  get weights(): unknown {
    return this.#weights ?? this.getAttribute("weights");
  }

  set weights(value: unknown) {
    this.#weights = value;
    this.update();
  }

  override connectedCallback(): void {
    // Set before the script was there.
    for (const name of ["tokens", "weights"] as const) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (own === undefined || !Reflect.deleteProperty(this, name)) continue;
      this[name] = own.value;
    }
    super.connectedCallback();
  }

  /** Loads the drawings, and checks what they are to draw. */
  protected override async load(lang: "en" | "zh"): Promise<(into: HTMLElement) => Leave> {
    const [{ h, render }, { Attention }, { readHeads }] = await Promise.all([
      import("preact"),
      import("./embed/attention.tsx"),
      import("./embed/matrix.ts"),
    ]);
    await translations(lang);
    const heads = readHeads(this.tokens, this.weights);
    return (into) => {
      render(h(Attention, { heads, lang }), into);
      return () => render(null, into);
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "saccade-figure": SaccadeFigure;
    "saccade-attention": SaccadeAttention;
  }
}

// Once, also where a page has the script twice.
const registry: CustomElementRegistry | undefined = Reflect.get(globalThis, "customElements");
for (const [name, element] of [
  ["saccade-figure", SaccadeFigure],
  ["saccade-attention", SaccadeAttention],
] as const)
  if (registry?.get(name) === undefined) registry?.define(name, element);
