import { effect, type ReadonlySignal, Signal, signal } from "@preact/signals";
import type { Field } from "./fields.ts";

const longestHash = 20_000;
const form = /^#?\/?([a-z0-9-]*)(?:\?(.*))?$/s;
// Browsers refuse more than some hundred changes of the address in half a minute, and sliders make more.
const settleMs = 250;
// Changes of the same setting within this time are one edit, as while a slider is dragged.
const sameEditMs = 1500;

/** The reader's place: a page and its settings in the address. */
export interface Place {
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
  readonly place: Signal<Place>;
  /** Whether the address at the start, or after an edit by hand, could be read. */
  readonly readable: Signal<boolean>;
  /** How many edits of the present page can be undone. */
  readonly edits: Signal<number>;
  readonly #window: AddressWindow;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** The settings that the reader has changed since the address was last written. */
  readonly #changed: Set<string> = new Set();
  #last = { names: "", at: Number.NEGATIVE_INFINITY };
  /** The part after # as it was last read or written here. */
  #hash: string;

  constructor(window: AddressWindow) {
    this.#window = window;
    this.#hash = window.location.hash;
    this.place = signal(parsePlace(window.location.hash));
    this.readable = signal(isReadable(window.location.hash));
    this.edits = signal(editsOf(window.history.state));
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
    const kept = [...this.place.value.params].filter(([name]) => sharedParams.includes(name));
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
    if (this.edits.peek() > 0) this.#window.history.back();
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
    const hash = formatPlace(this.place.peek());
    if (hash === this.#hash) return;
    const now = Date.now();
    const isNewEdit = names !== "" && (names !== this.#last.names || now - this.#last.at > sameEditMs);
    if (names !== "") this.#last = { names, at: now };
    if (isNewEdit) {
      this.edits.value++;
      this.#window.history.pushState({ edits: this.edits.peek() }, "", hash);
    } else this.#window.history.replaceState({ edits: this.edits.peek() }, "", hash);
    this.#hash = this.#window.location.hash;
  }

  #read(): void {
    this.#settle();
    this.#hash = this.#window.location.hash;
    this.#last = { names: "", at: Number.NEGATIVE_INFINITY };
    this.edits.value = editsOf(this.#window.history.state);
    this.place.value = parsePlace(this.#window.location.hash);
    this.readable.value = isReadable(this.#window.location.hash);
  }

  #replace(name: string, value: string | undefined): boolean {
    const { page, params } = this.place.peek();
    if (params.get(name) === value) return false;
    const next = new Map(params);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    this.place.value = { page, params: next };
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

/** A setting in the address that a page does not have, or whose value it cannot take. */
export interface Refused {
  readonly name: string;
  readonly value: string;
  readonly isKnown: boolean;
}

/** A page's settings: signals that appear in the address while they differ from the page's defaults. */
export class PageState {
  readonly #store: PlaceStore;
  readonly #page: string;
  readonly #ends: (() => void)[] = [];
  readonly #names: Set<string> = new Set(sharedParams);
  /** Settings in the address that the page could not apply when it opened: names and values. */
  readonly refused: Signal<readonly Refused[]> = signal([]);

  constructor(store: PlaceStore, page: string) {
    this.#store = store;
    this.#page = page;
  }

  /**
   * A setting that the address may contain; invalid values are ignored and listed in `refused`. An initial value
   * that is a signal, such as one that depends on the language, is followed while the address gives none.
   *
   * @param isEdit whether a change is the reader's, with its own undo step
   */
  setting<T>(
    name: string,
    field: Field<T>,
    initial: T | ReadonlySignal<T>,
    isEdit: boolean = true,
  ): Signal<T> {
    this.#names.add(name);
    const start: ReadonlySignal<T> = isSignal(initial) ? initial : signal<T>(initial);
    const value = signal(start.peek());
    // From the address to the setting: at the start, on back and forward, on edits by hand.
    this.#ends.push(
      effect(() => {
        const place = this.#store.place.value;
        if (!this.#isHere(place.page)) return;
        const text = place.params.get(name);
        const parsed = text === undefined ? undefined : field.parse(text);
        if (text !== undefined && parsed === undefined) {
          this.#refuse({ name, value: text, isKnown: true });
          this.#store.tidy(name, undefined);
        }
        const given = parsed ?? start.value;
        if (field.format(given) !== field.format(value.peek())) value.value = given;
      }),
    );
    // And back.
    this.#ends.push(
      effect(() => {
        const text = field.format(value.value);
        const { page, params } = this.#store.place.peek();
        if (!this.#isHere(page)) return;
        const next = text === field.format(start.peek()) ? undefined : text;
        // An address may write the same value differently, such as 1.0, or contain a default.
        const said = params.get(name);
        const now = said === undefined ? start.peek() : field.parse(said);
        const isSaid = now !== undefined && field.format(now) === text;
        if (isSaid || !isEdit) this.#store.tidy(name, next);
        else this.#store.set(name, next);
      }),
    );
    return value;
  }

  /** To be called when all settings are made: from then on other names in the address are refused, and taken from it. */
  refuseOthers(): void {
    this.#ends.push(
      effect(() => {
        const { page, params } = this.#store.place.value;
        if (!this.#isHere(page)) return;
        const others = [...params].filter(([name]) => !this.#names.has(name));
        for (const [name, value] of others) {
          this.#refuse({ name, value, isKnown: false });
          this.#store.tidy(name, undefined);
        }
      }),
    );
  }

  #refuse(refused: Refused): void {
    this.refused.value = [...this.refused.peek().filter(({ name }) => name !== refused.name), refused];
  }

  // The first page is also at the bare address.
  #isHere(page: string): boolean {
    return page === this.#page || page === "";
  }

  /** Ends the exchange with the address. */
  end(): void {
    for (const end of this.#ends) end();
  }
}

function isSignal<T>(value: T | ReadonlySignal<T>): value is ReadonlySignal<T> {
  return value instanceof Signal;
}

/** Props of a page's component. */
export interface PageProps {
  readonly state: PageState;
}
