import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { formatPlace, isReadable, type Place, parsePlace } from "./place.ts";

// Browsers refuse more than some hundred changes of the address in half a minute, and sliders make more.
const settleMs = 250;

/** Parameters of the address that belong to no page and go along from one to the next. */
export const sharedParams: readonly string[] = ["lang"];

/** The part of a window that the address needs. */
export interface AddressWindow {
  readonly location: { readonly hash: string };
  readonly history: { replaceState(state: null, title: string, url: string): void };
  addEventListener(type: "hashchange" | "pagehide", listener: () => void): void;
  removeEventListener(type: "hashchange" | "pagehide", listener: () => void): void;
}

/** The address bar as a signal: a page makes a history entry, a setting replaces the last one. */
export class PlaceStore {
  readonly #window: AddressWindow;
  readonly #place: Signal<Place>;
  readonly #readable: Signal<boolean>;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(window: AddressWindow) {
    this.#window = window;
    this.#place = signal(parsePlace(window.location.hash));
    this.#readable = signal(isReadable(window.location.hash));
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  /** Whether the address at the start, or after an edit by hand, could be read. */
  get readable(): ReadonlySignal<boolean> {
    return this.#readable;
  }

  /** Follows back, forward and edits of the address by hand; returns what ends it. */
  listen(): () => void {
    const read = (): void => {
      clearTimeout(this.#waiting);
      this.#place.value = parsePlace(this.#window.location.hash);
      this.#readable.value = isReadable(this.#window.location.hash);
    };
    const write = (): void => this.#write();
    this.#window.addEventListener("hashchange", read);
    this.#window.addEventListener("pagehide", write);
    return () => {
      this.#window.removeEventListener("hashchange", read);
      this.#window.removeEventListener("pagehide", write);
    };
  }

  /** The address of a page, with what is shared among pages. */
  hrefOf(page: string): string {
    const kept = [...this.#place.value.params].filter(([name]) => sharedParams.includes(name));
    return formatPlace({ page, params: new Map(kept) });
  }

  /** Sets or removes (undefined) a parameter of the present page. The address bar follows a little later. */
  set(name: string, value: string | undefined): void {
    const { page, params } = this.#place.peek();
    if (params.get(name) === value) return;
    const next = new Map(params);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    this.#place.value = { page, params: next };
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#write(), settleMs);
  }

  #write(): void {
    clearTimeout(this.#waiting);
    const hash = formatPlace(this.#place.peek());
    if (hash !== this.#window.location.hash) this.#window.history.replaceState(null, "", hash);
  }
}
