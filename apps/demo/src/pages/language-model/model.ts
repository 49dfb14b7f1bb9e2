import type { PageState } from "../../app/page-state.ts";
import { Reader } from "./reader.ts";
import { makeSettings, type Settings } from "./settings.ts";
import { start } from "./start.gen.ts";
import { Training } from "./training.ts";

/** The page's state: its settings, the model that learns, and the text that is written with it. */
export class LanguageModel {
  readonly settings: Settings;
  readonly reader: Reader;
  readonly training: Training;

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    const { reading, cached } = start;
    this.reader = new Reader({
      settings: this.settings,
      reading,
      cached,
      tell: (error) => this.training.tell(error),
    });
    this.training = new Training(this.settings, this.reader);
  }

  /** Ends the page; whether a model was training. */
  end(): boolean {
    this.reader.end();
    return this.training.end();
  }
}
