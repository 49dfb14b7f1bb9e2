import { type Signal, signal } from "@preact/signals";
import type { Sampling } from "@saccade/figures/language-model/sampling";
import type { PageState } from "../../app/address.ts";
import type { Induction } from "./induction/induction.ts";
import type { Opened } from "./opened/opened.ts";
import { Reader } from "./reader.ts";
import { allTokens, firstPrompts, longestPrompt, makeSettings, type Settings } from "./settings.ts";
import start from "./start.gen.json" with { type: "json" };
import { Training } from "./training.ts";

/** The page's state: its settings, the model that learns, and the text that is written with it. */
export class LanguageModel {
  readonly settings: Settings;
  readonly reader: Reader;
  readonly training: Training;
  /** The model that the reader opened; null until that part of the page is wanted. */
  readonly opened: Signal<Opened | null> = signal(null);

  /** The networks that learn repeated tokens; null until that part of the page is wanted. */
  readonly induction: Signal<Induction | null> = signal(null);

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    this.reader = new Reader({
      settings: this.settings,
      first: this.settings.tokens.peek() === "words" ? start : null,
      longest: longestPrompt,
      tell: (error) => this.training.tell(error),
    });
    this.training = new Training(this.settings, this.reader);
  }

  /** Sets how the next token of the first prompt is drawn, from the weights that came with the page. */
  async showDraw(
    { temperature, topP }: Pick<Sampling, "temperature" | "topP">,
    prompt: string = firstPrompts.words,
  ): Promise<void> {
    const { settings, reader, training } = this;
    const isThere = training.shipped.peek() && settings.tokens.peek() === "words";
    settings.tokens.value = "words";
    if (!isThere) await training.backToShipped();
    settings.temperature.value = temperature;
    settings.topP.value = topP;
    settings.topK.value = allTokens;
    reader.type(prompt);
    document.querySelector(".language-model .next-token")?.scrollIntoView({ block: "center" });
  }

  /** Ends the page; returns the message about a model that was training. */
  end(): "pausedElsewhere" | "stoppedElsewhere" | "filmElsewhere" | null {
    this.reader.end();
    const tuning = this.opened.peek()?.end() ?? false;
    const film = this.induction.peek()?.end() ?? false;
    if (this.training.end()) return "pausedElsewhere";
    if (tuning) return "stoppedElsewhere";
    return film ? "filmElsewhere" : null;
  }
}
