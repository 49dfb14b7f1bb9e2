import { Embedded, type Leave } from "./embed/embedded.ts";
import { drawn, figureOf, figureNames as names } from "./index.ts";
import { translations } from "./messages.ts";
import "./styles/tokens.css";
import "./styles/controls.css";
import "./styles/charts.css";
import "./styles/element.css";

/** The names of the figures, for the attribute `name` of {@link SaccadeFigure}. */
export const figureNames: readonly string[] = names;

/**
 * `<saccade-figure name="query-key-value">` is a figure of the book. Attributes: `name`, one of {@link figureNames}; `lang`, `en`
 * or `zh`, otherwise the page's language; `theme`, `light` or `dark`, otherwise the page's `color-scheme`; `sentence`, for the figures that
 * take one.
 */
export class SaccadeFigure extends Embedded {
  static readonly observedAttributes: readonly string[] = ["name", "sentence", "lang", "theme"];

  /** Loads the figure's code. */
  protected override async load(lang: "en" | "zh"): Promise<(into: HTMLElement) => Leave> {
    const name = this.getAttribute("name");
    if (name === null) throw new Error(`name is missing; it is one of ${figureNames.join(", ")}.`);
    return drawn(await figureOf(name, lang, this.getAttribute("sentence") ?? undefined), {});
  }
}

/**
 * `<saccade-attention tokens="the cat sat" weights="[[1, 0, 0], …]">` draws attention weights of any model: the heads, what a
 * token attends to, and the matrix of a head. Attributes: `tokens`, a text with spaces or a JSON list; `queries`, of the rows where
 * they are other tokens, as in cross-attention; `weights`, JSON; `lang` and `theme` as of {@link SaccadeFigure}.
 */
export class SaccadeAttention extends Embedded {
  static readonly observedAttributes: readonly string[] = ["tokens", "queries", "weights", "lang", "theme"];
  readonly #given: Partial<Record<"tokens" | "queries" | "weights", unknown>> = {};

  /** The tokens, a list of texts. In place of the attribute. */
  get tokens(): unknown {
    return this.#read("tokens");
  }

  set tokens(value: unknown) {
    this.#write("tokens", value);
  }

  /** The tokens of the rows, where they are others than those of the columns. In place of the attribute. */
  get queries(): unknown {
    return this.#read("queries");
  }

  set queries(value: unknown) {
    this.#write("queries", value);
  }

  /**
   * The weights, of shape [rows][columns], [heads][rows][columns] or [layers][heads][rows][columns]: lists of lists, or of typed
   * arrays. A row says how much a token attends to each, and adds up to 1. In place of the attribute.
   */
  get weights(): unknown {
    return this.#read("weights");
  }

  set weights(value: unknown) {
    this.#write("weights", value);
  }

  override connectedCallback(): void {
    // Set before the script was there.
    for (const name of ["tokens", "queries", "weights"] as const) {
      const own = Object.getOwnPropertyDescriptor(this, name);
      if (own !== undefined && Reflect.deleteProperty(this, name)) this[name] = own.value;
    }
    super.connectedCallback();
  }

  #read(name: "tokens" | "queries" | "weights"): unknown {
    return this.#given[name] ?? this.getAttribute(name);
  }

  #write(name: "tokens" | "queries" | "weights", value: unknown): void {
    this.#given[name] = value;
    this.update();
  }

  /** Loads the drawings, and checks what they are to draw. */
  protected override async load(lang: "en" | "zh"): Promise<(into: HTMLElement) => Leave> {
    const [{ Attention }, { readHeads }] = await Promise.all([
      import("./embed/attention.tsx"),
      import("./embed/matrix.ts"),
    ]);
    await translations(lang);
    const heads = readHeads(this.tokens, this.queries, this.weights);
    return drawn(Attention, { heads, lang });
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
