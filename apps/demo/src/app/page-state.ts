import { effect, type ReadonlySignal, Signal, signal } from "@preact/signals";
import type { Field } from "./fields.ts";
import { type PlaceStore, sharedParams } from "./place.ts";

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
