import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

const longestHash = 20_000;
const form = /^#?\/?([a-z0-9-]*)(?:\?(.*))?$/s;
// Browsers refuse more than some hundred changes of the address in half a minute, and sliders make more.
const settleMs = 250;
// Changes of the same setting within this time are one edit, as while a slider is dragged.
const sameEditMs = 1500;

/** The reader's place: a page and its settings in the address. */
interface Place {
  readonly page: string;
  readonly params: ReadonlyMap<string, string>;
}

/** Whether a hash has the form of a place. */
function isReadable(hash: string): boolean {
  return hash.length <= longestHash && form.test(hash);
}

/**
 * Reads `#/page?name=value&…`. Anything else, however malformed, gives the empty page name and what
 * parameters could be read; it never throws.
 */
export function parsePlace(hash: string): Place {
  if (!isReadable(hash)) return { page: "", params: new Map() };
  const [, page = "", query = ""] = form.exec(hash) ?? [];
  return { page, params: new Map(new URLSearchParams(query)) };
}

/** The address of a place, from the `#` on; {@link parsePlace} reads it back. */
export function formatPlace({ page, params }: Place): string {
  const query = new URLSearchParams([...params]).toString();
  return `#/${page}${query === "" ? "" : `?${query}`}`;
}

/** Parameters of the address that belong to no page and go along from one to the next. */
export const sharedParams: readonly string[] = ["lang", "present"];

/** The part of a window that the address needs. */
interface AddressWindow {
  readonly location: { readonly hash: string };
  readonly history: {
    readonly state: unknown;
    pushState(state: EntryState, title: string, url: string): void;
    replaceState(state: EntryState, title: string, url: string): void;
    back(): void;
    forward(): void;
  };
  addEventListener(type: "hashchange" | "pagehide", listener: () => void): void;
  removeEventListener(type: "hashchange" | "pagehide", listener: () => void): void;
}

/** State of a history entry: how many edits of its page lead to it. */
interface EntryState {
  readonly edits: number;
}

/** The address bar as a signal: a page makes a history entry, and so does an edit of its settings, so that Back undoes it. */
export class PlaceStore {
  readonly #window: AddressWindow;
  readonly #place: Signal<Place>;
  readonly #readable: Signal<boolean>;
  readonly #edits: Signal<number>;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** The settings that the reader has changed since the address was last written. */
  readonly #changed: Set<string> = new Set();
  #last = { names: "", at: Number.NEGATIVE_INFINITY };
  /** The part after # as it was last read or written here. */
  #hash: string;

  constructor(window: AddressWindow) {
    this.#window = window;
    this.#hash = window.location.hash;
    this.#place = signal(parsePlace(window.location.hash));
    this.#readable = signal(isReadable(window.location.hash));
    this.#edits = signal(editsOf(window.history.state));
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  /** Whether the address at the start, or after an edit by hand, could be read. */
  get readable(): ReadonlySignal<boolean> {
    return this.#readable;
  }

  /** How many edits of the present page can be undone. */
  get edits(): ReadonlySignal<number> {
    return this.#edits;
  }

  /** Follows back, forward and edits of the address by hand; returns what ends it. */
  listen(): () => void {
    const read = (): void => this.#read();
    const write = (): void => this.write();
    this.#window.addEventListener("hashchange", read);
    this.#window.addEventListener("pagehide", write);
    return () => {
      this.#window.removeEventListener("hashchange", read);
      this.#window.removeEventListener("pagehide", write);
    };
  }

  /** The address of a page, with the shared settings. */
  hrefOf(page: string): string {
    const kept = [...this.#place.value.params].filter(([name]) => sharedParams.includes(name));
    return formatPlace({ page, params: new Map(kept) });
  }

  /** Goes to a page immediately, so that code that reads the place right after, such as for the next key, sees it. */
  open(page: string): void {
    this.write();
    const hash = this.hrefOf(page);
    if (hash === this.#window.location.hash) return;
    this.#window.history.pushState({ edits: 0 }, "", hash);
    this.#read();
  }

  /** Sets or removes (undefined) a parameter of the present page. The address bar follows a little later. */
  set(name: string, value: string | undefined): void {
    if (this.#replace(name, value)) this.#changed.add(name);
  }

  /** Like set, for changes other than the reader's edits: they cannot be undone. */
  tidy(name: string, value: string | undefined): void {
    this.#replace(name, value);
  }

  undo(): void {
    this.write();
    if (this.#edits.peek() > 0) this.#window.history.back();
  }

  redo(): void {
    this.#window.history.forward();
  }

  /** Writes the address now. */
  write(): void {
    const names = [...this.#changed].sort().join(" ");
    this.#settle();
    // The reader has just navigated elsewhere; the event is still pending.
    if (this.#window.location.hash !== this.#hash) return;
    const hash = formatPlace(this.#place.peek());
    if (hash === this.#hash) return;
    const now = Date.now();
    const isNewEdit = names !== "" && (names !== this.#last.names || now - this.#last.at > sameEditMs);
    if (names !== "") this.#last = { names, at: now };
    if (isNewEdit) {
      this.#edits.value++;
      this.#window.history.pushState({ edits: this.#edits.peek() }, "", hash);
    } else this.#window.history.replaceState({ edits: this.#edits.peek() }, "", hash);
    this.#hash = this.#window.location.hash;
  }

  #read(): void {
    this.#settle();
    this.#hash = this.#window.location.hash;
    this.#last = { names: "", at: Number.NEGATIVE_INFINITY };
    this.#edits.value = editsOf(this.#window.history.state);
    this.#place.value = parsePlace(this.#window.location.hash);
    this.#readable.value = isReadable(this.#window.location.hash);
  }

  #replace(name: string, value: string | undefined): boolean {
    const { page, params } = this.#place.peek();
    if (params.get(name) === value) return false;
    const next = new Map(params);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    this.#place.value = { page, params: next };
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.write(), settleMs);
    return true;
  }

  #settle(): void {
    clearTimeout(this.#waiting);
    this.#changed.clear();
  }
}

function editsOf(state: unknown): number {
  return typeof state === "object" && state !== null && "edits" in state && typeof state.edits === "number"
    ? state.edits
    : 0;
}
