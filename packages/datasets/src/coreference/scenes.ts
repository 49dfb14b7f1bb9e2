// The subjects of the sentences. A scene has two roles, and each adjective describes one of them.
import { words } from "../pick.ts";

/** An event between two things, and why it may fail. */
export interface Scene {
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

/** Every scene. In the first four both roles take the same nouns. */
export const scenes: readonly Scene[] = [
  {
    doers: animals,
    others: animals,
    active: words("couldn't catch"),
    converse: words("wasn't caught by"),
    ofDoer: words("slow tired old weak sick lazy"),
    ofOther: words("fast quick clever careful nimble shy"),
  },
  {
    doers: animals,
    others: animals,
    active: words("couldn't hide behind"),
    converse: words("couldn't hide"),
    ofDoer: words("big large tall fat wide broad"),
    ofOther: words("small little tiny thin short slim"),
  },
  {
    doers: containers,
    others: containers,
    active: words("doesn't fit in"),
    converse: words("doesn't hold"),
    ofDoer: words("big large long thick bulky broad"),
    ofOther: words("small narrow tiny tight little full"),
  },
  {
    doers: vehicles,
    others: vehicles,
    active: words("couldn't pull"),
    converse: words("wasn't pulled by"),
    ofDoer: words("weak small light slow old little"),
    ofOther: words("heavy big large long full bulky"),
  },
  {
    doers: animals,
    others: places,
    active: words("didn't cross"),
    converse: words("wasn't crossed by"),
    ofDoer: words("tired old hungry weak scared sick"),
    ofOther: words("wide busy long cold dark deep"),
  },
  {
    doers: vehicles,
    others: structures,
    active: words("didn't pass under"),
    converse: words("stopped"),
    ofDoer: words("high tall big bulky broad wide"),
    ofOther: words("low narrow small tight weak short"),
  },
];

/** Openings of a sentence: they carry no information, but move every other word. */
export const openings: readonly (readonly string[])[] = [
  [],
  words("well ,"),
  words("in the end ,"),
  words("as you know ,"),
  words("to tell the truth ,"),
];

/** Adjectives for either noun; they carry no information. */
export const modifiers: readonly string[] = words("red blue brown white black grey new nice plain famous");

/** Pairs that no training sentence has, because everybody knows their sentences. */
export const classicPairs: readonly (readonly [string, string])[] = [
  ["animal", "street"],
  ["trophy", "suitcase"],
];
