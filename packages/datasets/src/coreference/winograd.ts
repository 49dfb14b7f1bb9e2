import { type OptionsOf, oneOf, options, required, whole } from "@saccade/tensor/contract";
import { count, hash, pick, pickIndex, random, table, words } from "../rules.ts";

// Winograd schemas: scenes, and the sentences made of them.

// The subjects of the sentences. A scene has two roles, and each adjective describes one of them.

/** An event between two things, and why it may fail. */
interface Scene {
  /** Nouns for the one that acts. */
  readonly doers: readonly string[];
  /** Nouns for the other one; often the same, so that the noun does not reveal its role. */
  readonly others: readonly string[];
  /** "the doer … the other", as words. */
  readonly active: readonly string[];
  /** "the other … the doer": the same event with the nouns in the other order. */
  readonly converse: readonly string[];
  /** Reasons that lie with the doer. */
  readonly ofDoer: readonly string[];
  /** Reasons that lie with the other. */
  readonly ofOther: readonly string[];
}

const animals = words(
  "animal dog cat horse cow sheep goat fox wolf bear rabbit mouse donkey pony deer hen duck goose",
);
const places = words("street road river field bridge square path park yard stream lane valley");
const containers = words(
  "trophy suitcase box bag crate basket drawer chest barrel bucket jar pot trunk case cup bowl",
);
const vehicles = words("truck car bus van tractor cart wagon tram lorry trailer jeep coach train digger");
const structures = words("gate arch roof tunnel cable branch doorway balcony ladder bar");

const nouns: Readonly<Record<string, readonly string[]>> = {
  animals,
  places,
  containers,
  vehicles,
  structures,
};

/**
 * Every scene: doers, others, "the doer … the other", "the other … the doer", the doer's reasons, the other's. In the first
 * four both roles take the same nouns.
 */
const scenes: readonly Scene[] = table(`
animals | animals | couldn't catch | wasn't caught by | slow tired old weak sick lazy | fast quick clever careful nimble shy
animals | animals | couldn't hide behind | couldn't hide | big large tall fat wide broad | small little tiny thin short slim
containers | containers | doesn't fit in | doesn't hold | big large long thick bulky broad | small narrow tiny tight little full
vehicles | vehicles | couldn't pull | wasn't pulled by | weak small light slow old little | heavy big large long full bulky
animals | places | didn't cross | wasn't crossed by | tired old hungry weak scared sick | wide busy long cold dark deep
vehicles | structures | didn't pass under | stopped | high tall big bulky broad wide | low narrow small tight weak short
`).map(([doers = "", others = "", ...phrases]) => {
  const [active = [], converse = [], ofDoer = [], ofOther = []] = phrases.map(words);
  return { doers: nouns[doers]!, others: nouns[others]!, active, converse, ofDoer, ofOther };
});

/** Openings of a sentence: they carry no information, but move every other word. */
const openings: readonly (readonly string[])[] = [
  [],
  words("well ,"),
  words("in the end ,"),
  words("as you know ,"),
  words("to tell the truth ,"),
];

/** Adjectives for either noun; they carry no information. */
const modifiers: readonly string[] = words("red blue brown white black grey new nice plain famous");

/** Pairs that no training sentence has, because everybody knows their sentences. */
const classicPairs: readonly (readonly [string, string])[] = [
  ["animal", "street"],
  ["trophy", "suitcase"],
];

const folds = 5;

const winogradOptions = options(
  "winogradSchemas",
  {
    /** Number of schemas, ≥ 1; each has two sentences. */
    count,
    /** "train", or "test" for the pairs of nouns that no training sentence has. */
    split: required(oneOf(["train", "test"])),
    /** Which fifth of the pairs of nouns is held out, 0 to 4. Default 0. */
    fold: whole(0, { min: 0, max: folds - 1 }),
    /** Gives uniform numbers in [0, 1), such as `Math.random`. */
    random,
  },
  { example: 'winogradSchemas({ count: 64, split: "train", random: Math.random })' },
);

/** Options of {@link winogradSchemas}. */
export interface WinogradOptions extends OptionsOf<typeof winogradOptions> {}

/**
 * Sentences such as "the animal didn't cross the street because it was too tired", each followed by its twin, "… too wide".
 * Which noun "it" means follows from the adjective together with the verb and the nouns' roles: in most scenes either
 * noun can have either role, and the forms of a sentence name them in either order. A pair of nouns is in one split
 * only, in whichever order; "animal" with "street" and "trophy" with "suitcase" are always held out.
 *
 * @returns the schemas; words are lower-case, with the full stop as the last
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example winogradSchemas({ count: 1, split: "train", random: () => 0 })[0].length // 2
 */
export function winogradSchemas(given: WinogradOptions): WinogradSchema[] {
  const { what } = winogradOptions;
  const { count, split, fold, random } = winogradOptions(given);
  const held = split === "test";
  const draw = <T>(values: readonly T[]): T => pick(what, values, random);
  const drawModifiers = (): string[] =>
    Array.from({ length: pickIndex(what, 3, random) }, () => draw(modifiers));
  const choices = scenes.map((scene) => ({
    scene,
    pairs: pairsOf(scene).filter(([a, b]) => isHeldOut(a, b, fold) === held),
  }));
  return Array.from({ length: count }, () => {
    const { scene, pairs } = draw(choices);
    const [doer, other] = draw(pairs);
    return schemaOf({
      scene,
      doer,
      other,
      form: draw(forms),
      ofDoer: draw(scene.ofDoer),
      ofOther: draw(scene.ofOther),
      opening: draw(openings),
      doerModifiers: drawModifiers(),
      otherModifiers: drawModifiers(),
    });
  });
}

const plain = { opening: [], doerModifiers: [], otherModifiers: [] };

/** The two sentences that everybody knows, with their twins; no training sentence has their nouns together. */
export const classicSchemas: readonly WinogradSchema[] = classicPairs.map(([doer, other], i) => {
  const reasons = [
    ["tired", "wide"],
    ["big", "small"],
  ] as const;
  const [ofDoer, ofOther] = reasons[i]!;
  const scene = scenes.find(({ doers, others }) => doers.includes(doer) && others.includes(other))!;
  return schemaOf({ ...plain, scene, form: "active", doer, other, ofDoer, ofOther });
});

/** Every word of every schema, sorted, each once. */
export const coreferenceWords: readonly string[] = [
  ...new Set([
    ...openings.flat(),
    ...modifiers,
    ...scenes.flatMap((scene) => {
      const { doers, others, active, converse, ofDoer, ofOther } = scene;
      return [...doers, ...others, ...active, ...converse, ...ofDoer, ...ofOther];
    }),
    ...classicSchemas.flat().flatMap(({ words }) => words),
    ..."here is that because it was too , .".split(" "),
  ]),
].sort();

function pairsOf({ doers, others }: Scene): (readonly [string, string])[] {
  return doers.flatMap((doer) =>
    others.filter((other) => other !== doer).map((other) => [doer, other] as const),
  );
}

function isHeldOut(a: string, b: string, fold: number): boolean {
  const [first, second] = a < b ? [a, b] : [b, a];
  const classic = classicPairs.some((pair) => pair.includes(first) && pair.includes(second));
  return classic || hash(`${first} ${second}`) % folds === fold;
}

/** A sentence with the pronoun "it" and two nouns that it could mean. */
export interface CoreferenceSentence {
  /** The words of the sentence. */
  readonly words: readonly string[];
  /** The position of "it". */
  readonly it: number;
  /** The position of the noun that "it" means. */
  readonly referent: number;
  /** The position of the other noun. */
  readonly other: number;
}

/** Two sentences that differ in one adjective, and with it in what "it" means (Levesque et al. 2012). */
export type WinogradSchema = readonly [CoreferenceSentence, CoreferenceSentence];

/** The forms of a sentence. Each names the scene's two nouns in a different order. */
const forms = ["active", "converse", "relative", "reason first"] as const;

/** One of {@link forms}. */
type Form = (typeof forms)[number];

/** The parts of a schema. */
interface SchemaParts {
  readonly scene: Scene;
  readonly form: Form;
  readonly doer: string;
  readonly other: string;
  readonly ofDoer: string;
  readonly ofOther: string;
  /** Words before the sentence, before the doer, and before the other. */
  readonly opening: readonly string[];
  readonly doerModifiers: readonly string[];
  readonly otherModifiers: readonly string[];
}

/** The two sentences: in the first "it" is the doer, in the second the other. */
function schemaOf(parts: SchemaParts): WinogradSchema {
  const { doer, other, ofDoer, ofOther } = parts;
  return [sentence(parts, doer, ofDoer), sentence(parts, other, ofOther)];
}

function sentence(parts: SchemaParts, referent: string, adjective: string): CoreferenceSentence {
  const { doer, other } = parts;
  const words = build(parts, adjective);
  return {
    words,
    it: words.indexOf("it"),
    referent: words.indexOf(referent),
    other: words.indexOf(referent === doer ? other : doer),
  };
}

function build(parts: SchemaParts, adjective: string): string[] {
  const { active, converse } = parts.scene;
  const doer = ["the", ...parts.doerModifiers, parts.doer];
  const other = ["the", ...parts.otherModifiers, parts.other];
  const tense = active[0] === "doesn't" ? "is" : "was";
  const reason = ["because", "it", tense, "too", adjective];
  const clauses: Record<Form, string[]> = {
    active: [...doer, ...active, ...other, ...reason],
    converse: [...other, ...converse, ...doer, ...reason],
    relative: ["here", "is", ...other, "that", ...doer, ...active, ...reason],
    "reason first": [...reason, ",", ...doer, ...active, ...other],
  };
  return [...parts.opening, ...clauses[parts.form], "."];
}
