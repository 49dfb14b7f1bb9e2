import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { formatPlace } from "../../../app/place.ts";
import type { Settings } from "../settings.ts";
import type { Session } from "../training/session.ts";
import type { Training } from "../training/training.ts";

/** The settings of a run and its result: enough to compute it again, to the last bit. */
export interface Recipe {
  readonly seed: number;
  readonly lr: number;
  readonly epochs: number;
  readonly sentence: string;
  /** As in `Computer`: the build of the kernels, which decides about rounding. */
  readonly kernels: string;
  /** Of the last epoch. */
  readonly loss: number;
}

/** The address that asks for a run; `page` is the app's address, whose hash is replaced. */
export function linkOf(page: string, { sentence: s, ...recipe }: Recipe): string {
  const params = Object.entries({ s, ...recipe }).map(([name, value]) => [name, String(value)] as const);
  return page.replace(/#.*$/s, "") + formatPlace({ page: "translator", params: new Map(params) });
}

/**
 * The kernels of a link compared with those of this browser: the same, so that the numbers will be; plain ones, which this
 * browser can also take; or others, which round differently.
 */
export type Fit = "same" | "plain" | "other";

export function fitOf(asked: string, own: string): Fit {
  if (asked === own) return "same";
  return own.startsWith("relaxed-") && asked === own.replace("relaxed", "plain") ? "plain" : "other";
}

/** The run that the address asks for, if it was shared by a link. */
export class SharedRun {
  /** Of the kernels; null before they have started, or where no link asks. */
  readonly fit: ReadonlySignal<Fit | null>;
  /** The loss of the link's last epoch, once the run on the page has come as far. */
  readonly reached: ReadonlySignal<{ readonly asked: number; readonly own: number } | null>;
  readonly #session: Session;
  readonly #settings: Settings;
  readonly #end: () => void;
  /** The browser's own, which a run with plain kernels does not tell. */
  #own: string | null = null;

  constructor(session: Session, training: Training, settings: Settings) {
    this.#session = session;
    this.#settings = settings;
    this.fit = computed(() => {
      const { computer } = session.facts.value;
      const asked = settings.kernels.value;
      if (asked === "" || computer === null) return null;
      this.#own ??= computer.kernels;
      return fitOf(asked, this.#own);
    });
    this.reached = computed(() => {
      const asked = Number(settings.loss.value);
      const own = training.progress.value.losses[Number(settings.epochs.value) - 1];
      if (settings.loss.value === "" || session.shipped.value || own === undefined) return null;
      return { asked, own };
    });
    // Which kernels there are is known when a worker has started.
    this.#end = effect(() => {
      if (settings.kernels.value !== "") void session.run.catch(() => {});
    });
  }

  /** The kernels of this browser; "" before they have started. */
  get ownKernels(): string {
    return this.#own ?? "";
  }

  /** Whether a run from scratch is to use the plain kernels, so that it gives the numbers of the link. */
  async needsPlainKernels(): Promise<boolean> {
    if (this.#settings.kernels.peek() === "") return false;
    await this.#session.run.catch(() => {});
    return this.fit.peek() === "plain";
  }

  /** Forgets the link; the settings stay. */
  forget(): void {
    this.#settings.kernels.value = "";
    this.#settings.loss.value = "";
  }

  end(): void {
    this.#end();
  }
}
