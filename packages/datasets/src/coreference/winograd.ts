import { type OptionsOf, oneOf, options, required, whole } from "@saccade/tensor/contract";
import { hash } from "../hash.ts";
import { pick, pickIndex } from "../pick.ts";
import { count, random } from "../rules.ts";
import { classicPairs, modifiers, openings, type Scene, scenes } from "./scenes.ts";
import { forms, schemaOf, type WinogradSchema } from "./schema.ts";

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
