import { type Signal, signal } from "@preact/signals";
import { fill, grouped } from "@saccade/figures/messages";
import { saveFile } from "../../../export/save-file.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import type { Messages } from "../messages/message.tsx";
import type { Shown } from "./story.ts";

/** Films that are being written to files. */
export class Exporting {
  /** Frames that are done, and how many there are; null while no film is written. */
  readonly progress: Signal<{ readonly done: number; readonly of: number } | null> = signal(null);
  readonly #messages: Messages;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  async save(shown: Shown): Promise<void> {
    if (this.progress.peek() !== null) return;
    const of = shown.film.frames.length;
    this.progress.value = { done: 0, of };
    try {
      // Drawing and encoders come when they are asked for.
      const { writeStory } = await import("./story.ts");
      const film = await writeStory(shown, (done) => {
        this.progress.value = { done, of };
      });
      const name = "saccade-translator.webm";
      if (film === null) this.#messages.say("film", (t) => t.cannotWrite, true);
      else {
        saveFile(name, film);
        const kilobytes = grouped(Math.ceil(film.size / 1000));
        this.#messages.say("film", (t) => fill(t.filmSaved, { name, frames: of, kilobytes }));
      }
    } catch (error) {
      this.#messages.say("film", (t) => fill(t.filmFailed, { why: reasonOf(error) }), true);
    } finally {
      this.progress.value = null;
    }
  }
}
