import { type OptionsOf, oneOf, options, required, whole } from "@saccade/tensor/contract";
import { count, hash, pick, random, repeats, words } from "../rules.ts";

/** Where everybody and everything is during a story, with the sentences that state it. */
class World {
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
interface Told {
  readonly answer: string;
  readonly supports: readonly number[];
}

/** The answer to "who has …" if the thing lies somewhere. */
const nobody = "nobody";

interface Thing {
  readonly holder: string | null;
  /** The sentence in which it changed hands. */
  readonly told: number;
  /** Its place if nobody holds it. */
  readonly lies: Told | null;
}

/** The kinds of questions. */
export type StoryQuestion = "where is a person" | "who has a thing" | "where is a thing";

/** A story with one question. */
export interface Story {
  /** Each sentence as words. */
  readonly sentences: readonly (readonly string[])[];
  /** The kind of the question. */
  readonly kind: StoryQuestion;
  /** The question as words. */
  readonly question: readonly string[];
  /** One word. */
  readonly answer: string;
  /** The sentences that the answer follows from, by number, in rising order. */
  readonly supports: readonly number[];
}

const storyOptions = options(
  "stories",
  {
    /** Number of stories, ≥ 1. */
    count,
    /** Sentences of a story, ≥ 2. Default 10. */
    length: whole(10, { min: 2, max: 2 ** 16 }),
    /** "train", or "test" for stories that "train" never gives. */
    split: required(oneOf(["train", "test"])),
    /** Gives uniform numbers in [0, 1), such as `Math.random`. */
    random,
  },
  { example: 'stories({ count: 64, split: "train", random: Math.random })' },
);

/** Options of {@link stories}. */
export interface StoryOptions extends OptionsOf<typeof storyOptions> {}

const persons = words("anna ben clara david emma felix");
const places = words("kitchen garden office hall cellar attic");
const things = words("milk ball apple book lamp");
const went = ["went", "walked", "ran"].map((verb) => [verb, "to", "the"]);
const took = [
  ["took", "the"],
  ["picked", "up", "the"],
];
const dropped = [
  ["dropped", "the"],
  ["put", "down", "the"],
];
const gave = [["gave", "the"]];

/** Every word of every story, question and answer, sorted, each once. */
export const storyWords: readonly string[] = [
  ...new Set([
    ...[persons, places, things, ...went, ...took, ...dropped, ...gave].flat(),
    ...words("where is the who has"),
    nobody,
  ]),
].sort();

/**
 * Stories in which people move, take things, put them down and give them to each other, with a question about where
 * somebody or something is, or who has a thing. The world is simulated, so that answers and supporting sentences are
 * right by construction: one sentence for a person's place or a thing's holder, two for a thing's place (how it got to its
 * holder, or was put down, and where that person last went before).
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example stories({ count: 1, split: "train", random: () => 0 })[0].question // ["where", "is", "anna"]
 */
export function stories(given: StoryOptions): Story[] {
  const { what } = storyOptions;
  const { count, length, split, random } = storyOptions(given);
  const draw = <T>(values: readonly T[]): T => pick(what, values, random);
  const told: Story[] = [];
  for (let tries = 0; told.length < count; tries++) {
    // A fifth of the stories are of the test.
    if (tries > 1000 * (told.length + 1)) throw repeats(what);
    const story = tell(length, draw);
    const text = story.sentences.map((sentence) => sentence.join(" ")).join(". ");
    const isTest = hash(text) % 5 === 0;
    if (isTest === (split === "test")) told.push(story);
  }
  return told;
}

type Draw = <T>(values: readonly T[]) => T;

function tell(length: number, draw: Draw): Story {
  const world = new World();
  const sentences = Array.from({ length }, (_, i) => happen(world, i, draw));
  return { sentences, ...ask(world, draw) };
}

/** One event. A person must have been placed before doing anything else. */
function happen(world: World, i: number, draw: Draw): string[] {
  const person = draw(persons);
  const here = world.placeOf(person);
  if (here === undefined) return move(world, person, i, draw);
  const held = world.things.filter((thing) => world.holderOf(thing) === person);
  const free = things.filter((thing) => {
    const where = world.whereIs(thing);
    return where === undefined || (world.holderOf(thing) === null && where.answer === here);
  });
  const near = world.people.filter((other) => other !== person && world.placeOf(other) === here);
  const event = draw(["move", "move", "take", "take", "give", "drop"] as const);
  if (event === "take" && free.length > 0) {
    const thing = draw(free);
    world.hand(thing, person, i);
    return [person, ...draw(took), thing];
  }
  if (event === "give" && held.length > 0 && near.length > 0) {
    const [thing, other] = [draw(held), draw(near)];
    world.hand(thing, other, i);
    return [person, ...draw(gave), thing, "to", other];
  }
  if ((event === "drop" || event === "give") && held.length > 0) {
    const thing = draw(held);
    world.drop(thing, person, i);
    return [person, ...draw(dropped), thing];
  }
  return move(world, person, i, draw);
}

function move(world: World, person: string, i: number, draw: Draw): string[] {
  const place = draw(places.filter((other) => other !== world.placeOf(person)));
  world.move(person, place, i);
  return [person, ...draw(went), place];
}

type Asked = Pick<Story, "kind" | "question" | "answer" | "supports">;

/** A question that the story answers; of the three kinds in equal parts where it mentions a thing. */
function ask(world: World, draw: Draw): Asked {
  const kinds: StoryQuestion[] = ["where is a person", "who has a thing", "where is a thing"];
  const kind = world.things.length > 0 ? draw(kinds) : "where is a person";
  if (kind === "where is a person") {
    const person = draw(world.people);
    return asked(kind, ["where", "is", person], world.whereIsPerson(person)!);
  }
  const thing = draw(world.things);
  if (kind === "who has a thing") return asked(kind, ["who", "has", "the", thing], world.whoHas(thing)!);
  return asked(kind, ["where", "is", "the", thing], world.whereIs(thing)!);
}

function asked(kind: StoryQuestion, question: string[], { answer, supports }: Told): Asked {
  return { kind, question, answer, supports: [...supports].sort((a, b) => a - b) };
}
