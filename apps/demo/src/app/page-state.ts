import { effect, type Signal, signal } from "@preact/signals";
import type { Field } from "./fields.ts";
import type { PlaceStore } from "./place-store.ts";

/** A page's settings: signals that stand in the address while they differ from what the page starts with. */
export class PageState {
  readonly #store: PlaceStore;
  readonly #page: string;
  readonly #ends: (() => void)[] = [];

  constructor(store: PlaceStore, page: string) {
    this.#store = store;
    this.#page = page;
  }

  /** A setting that the address may give; what it gives wrongly counts as not given. */
  setting<T>(name: string, field: Field<T>, initial: T): Signal<T> {
    const initialText = field.format(initial);
    const value = signal(initial);
    // From the address to the setting: at the start, on back and forward, on edits by hand.
    this.#ends.push(
      effect(() => {
        const place = this.#store.place.value;
        if (!this.#isHere(place.page)) return;
        const text = place.params.get(name);
        const given = (text === undefined ? undefined : field.parse(text)) ?? initial;
        if (field.format(given) !== field.format(value.peek())) value.value = given;
      }),
    );
    // And back.
    this.#ends.push(
      effect(() => {
        const text = field.format(value.value);
        if (!this.#isHere(this.#store.place.peek().page)) return;
        this.#store.set(name, text === initialText ? undefined : text);
      }),
    );
    return value;
  }

  // The first page also stands at the bare address.
  #isHere(page: string): boolean {
    return page === this.#page || page === "";
  }

  /** Ends the exchange with the address. */
  end(): void {
    for (const end of this.#ends) end();
  }
}
