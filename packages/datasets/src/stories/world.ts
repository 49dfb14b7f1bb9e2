/** Where everybody and everything is during a story, with the sentences that state it. */
export class World {
  readonly #persons: Map<string, { readonly place: string; readonly told: number }> = new Map();
  readonly #things: Map<string, Thing> = new Map();

  /** The people whose place is known. */
  get people(): string[] {
    return [...this.#persons.keys()];
  }

  /** The things that were mentioned. */
  get things(): string[] {
    return [...this.#things.keys()];
  }

  /** Where a person is; undefined before the story mentions it. */
  placeOf(person: string): string | undefined {
    return this.#persons.get(person)?.place;
  }

  /** Who has a thing; null if it lies somewhere, undefined before the story mentions it. */
  holderOf(thing: string): string | null | undefined {
    return this.#things.get(thing)?.holder;
  }

  /** Where a thing is and which sentences state it. A thing that is held moves with its holder. */
  whereIs(thing: string): Told | undefined {
    const known = this.#things.get(thing);
    if (known === undefined) return undefined;
    const { holder, told, lies } = known;
    if (lies !== null) return { answer: lies.answer, supports: [...lies.supports, told] };
    const { place, told: moved } = this.#persons.get(holder!)!;
    return { answer: place, supports: [told, moved] };
  }

  /** Who has a thing and which sentence says so. */
  whoHas(thing: string): Told | undefined {
    const known = this.#things.get(thing);
    return known && { answer: known.holder ?? nobody, supports: [known.told] };
  }

  /** Where a person is and which sentence says so. */
  whereIsPerson(person: string): Told | undefined {
    const known = this.#persons.get(person);
    return known && { answer: known.place, supports: [known.told] };
  }

  move(person: string, place: string, sentence: number): void {
    this.#persons.set(person, { place, told: sentence });
  }

  hand(thing: string, holder: string, sentence: number): void {
    this.#things.set(thing, { holder, told: sentence, lies: null });
  }

  drop(thing: string, person: string, sentence: number): void {
    const lies = this.whereIsPerson(person)!;
    this.#things.set(thing, { holder: null, told: sentence, lies });
  }
}

/** An answer, and the sentences that it follows from. */
export interface Told {
  readonly answer: string;
  readonly supports: readonly number[];
}

/** The answer to "who has …" if the thing lies somewhere. */
export const nobody = "nobody";

interface Thing {
  readonly holder: string | null;
  /** The sentence in which it changed hands. */
  readonly told: number;
  /** Its place if nobody holds it. */
  readonly lies: Told | null;
}
