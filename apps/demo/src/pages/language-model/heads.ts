import { type Signal, signal } from "@preact/signals";
import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import { whenNear } from "@saccade/figures/ui";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Latest } from "../../work/latest.ts";

/** A model's analysis of the text that was read last, once it is wanted. */
export class Wanted<Answer> {
  readonly answer: Signal<Answer | null>;
  readonly #latest: Latest<null, Answer | null>;
  #wanted = false;

  /**
   * @param ask null while there is no text
   * @param first what is shown before it is answered
   */
  constructor(
    ask: (nothing: null) => Promise<Answer | null>,
    failed: (error: unknown) => void,
    first: Answer | null = null,
  ) {
    this.answer = signal(first);
    const show = (answer: Answer | null): void => {
      if (answer !== null) this.answer.value = answer;
    };
    this.#latest = new Latest(ask, show, failed);
  }

  /** From now on the answer follows the text. */
  want(): void {
    this.#wanted = true;
    this.follow();
  }

  /** To be called when the text or the model has changed. */
  follow(): void {
    if (this.#wanted) this.#latest.send(null);
  }
}

/** The element that shows an analysis, which is wanted once that is near the window. */
export function useWanted(wanted: { want(): void }): RefObject<HTMLElement | null> {
  const into = useRef<HTMLElement>(null);
  useEffect(
    () => (into.current === null ? undefined : whenNear(into.current, () => wanted.want())),
    [wanted],
  );
  return into;
}

/** Every head's weights on a text, once they are wanted, and the head that is looked at. */
export class Heads extends Wanted<HeadMaps> {
  readonly head: Signal<HeadAsk> = signal({ layer: 0, head: 0 });
}
