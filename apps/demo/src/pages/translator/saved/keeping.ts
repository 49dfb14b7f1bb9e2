import { type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import type { Film } from "../film/film.ts";
import type { Session } from "../training/session.ts";
import type { Training } from "../training/training.ts";
import { type Messages, reasonOf } from "../words/message.ts";
import { forgetRun, loadRuns, type SavedRun, saveRun } from "./saved.ts";

const msBetweenSaves = 10_000;

/** Keeps the run on the page in the browser's storage, and lists the others that are there. */
export class Keeping {
  /** The runs that this browser keeps, but for the one on the page. */
  readonly others: Signal<readonly SavedRun[]> = signal([]);
  readonly #session: Session;
  readonly #training: Training;
  readonly #film: Film;
  readonly #messages: Messages;
  /** When the run on the page began; its name where runs are kept. */
  #began = 0;
  #savedAt = 0;

  constructor(session: Session, training: Training, film: Film, messages: Messages) {
    this.#session = session;
    this.#training = training;
    this.#film = film;
    this.#messages = messages;
    void this.#list();
  }

  /** Of a run that has just come to the page. */
  begin(began: number): void {
    this.#began = began;
    this.#savedAt = performance.now();
    void this.#list();
  }

  hear({ type }: TrainerEvent): void {
    const isDue = type === "epoch" && performance.now() - this.#savedAt > msBetweenSaves;
    if (isDue || type === "pause" || type === "stop" || type === "done") void this.save();
    if (type !== "error" && type !== "diverged") return;
    this.#began = 0; // what was saved of it before is listed again
    void this.#list();
  }

  /** What is to be kept of the run on the page, but for its settings and its checkpoint. */
  standing(): Pick<SavedRun, "began" | "losses" | "step" | "film"> {
    const { losses, step } = this.#training.progress.peek();
    return { began: this.#began, losses, step, film: this.#film.of.peek() };
  }

  async save(): Promise<void> {
    this.#savedAt = performance.now();
    if (this.#session.shipped.peek()) return;
    try {
      const { client, settings } = await this.#session.run;
      const checkpoint = await client.checkpoint();
      await saveRun({ settings, checkpoint, ...this.standing() });
    } catch (error) {
      this.#messages.say("training", (t) => t.notSaved(reasonOf(error)), true);
    }
  }

  async forget(run: SavedRun): Promise<void> {
    await forgetRun(run).catch((error) => this.#messages.tell(error));
    await this.#list();
  }

  async #list(): Promise<void> {
    const runs = await loadRuns();
    this.others.value = runs.filter(({ began }) => began !== this.#began);
  }
}
