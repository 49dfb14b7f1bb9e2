import {
  badArgument,
  checkChoice,
  checkFunction,
  checkInteger,
  checkOptions,
  optionNames,
} from "@saccade/tensor/checks";
import { hash } from "../hash.ts";
import { pick, pickIndex } from "../pick.ts";
import { classicPairs, modifiers, openings, type Scene, scenes } from "./scenes.ts";
import { forms, schemaOf, type WinogradSchema } from "./schema.ts";

/** Options of {@link winogradSchemas}. */
export interface WinogradOptions {
  /** Number of schemas, ≥ 1; each has two sentences. */
  readonly count: number;
  /** "train", or "test" for the pairs of nouns that no training sentence has. */
  readonly split: "train" | "test";
  /** Which fifth of the pairs of nouns is held out, 0 to 4. Default 0. */
  readonly fold?: number;
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  readonly random: () => number;
}

const name = "winogradSchemas";
const options = optionNames<WinogradOptions>(
  name,
  { count: true, split: true, fold: true, random: true },
  `${name}({ count: 64, split: "train", random: Math.random })`,
);

const folds = 5;

/**
 * Sentences such as "the animal didn't cross the street because it was too tired", each beside its twin, "… too wide".
 * Which noun "it" means follows from the adjective together with the verb and the nouns' roles: in most scenes either
 * noun can have either role, and the forms of a sentence name them in either order. A pair of nouns is in one split
 * only, in whichever order; "animal" with "street" and "trophy" with "suitcase" are always held out.
 *
 * @returns the schemas; words are lower-case, with the full stop as the last
 * @throws ArgumentError for an unknown option, a `count` that is not a whole number ≥ 1, another split or fold, or a
 * `random` that is not a function or leaves [0, 1).
 * @example winogradSchemas({ count: 1, split: "train", random: () => 0 })[0].length // 2
 */
export function winogradSchemas(given: WinogradOptions): WinogradSchema[] {
  checkOptions(options, given);
  if (given === undefined) throw badArgument(name, "options", "an object", given, `write ${options.example}`);
  const { count, split, fold = 0, random } = given;
  checkInteger(name, "count", count, 1, 2 ** 24);
  checkChoice(name, "split", split, ["train", "test"]);
  checkInteger(name, "fold", fold, 0, folds - 1);
  checkFunction(name, "random", random, "write random: Math.random");
  const held = split === "test";
  const draw = <T>(values: readonly T[]): T => pick(name, values, random);
  const drawModifiers = (): string[] =>
    Array.from({ length: pickIndex(name, 3, random) }, () => draw(modifiers));
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
