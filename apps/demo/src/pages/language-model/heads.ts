import { type Signal, signal } from "@preact/signals";
import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import { Latest } from "../../work/latest.ts";

/** Every head's weights on a text, once they are wanted, and the head that is looked at. */
export class Heads {
  readonly maps: Signal<HeadMaps | null> = signal(null);
  readonly head: Signal<HeadAsk> = signal({ layer: 0, head: 0 });
  readonly #latest: Latest<null, HeadMaps | null>;
  #wanted = false;

  /** @param ask the weights on the text that was read last; null while there is none */
  constructor(ask: (nothing: null) => Promise<HeadMaps | null>, failed: (error: unknown) => void) {
    const show = (maps: HeadMaps | null): void => {
      if (maps !== null) this.maps.value = maps;
    };
    this.#latest = new Latest(ask, show, failed);
  }

  /** From now on the weights follow the text. */
  want(): void {
    this.#wanted = true;
    this.follow();
  }

  /** To be called when the text or the model has changed. */
  follow(): void {
    if (this.#wanted) this.#latest.send(null);
  }
}
