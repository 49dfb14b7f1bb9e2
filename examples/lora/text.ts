import { fromData, type Tensor } from "@saccade/tensor";

// Two ways of speaking of the same things. Every character of the second style occurs in the first too.

const words = {
  adjective: ["old", "red", "sad", "big", "wet", "odd", "shy", "calm", "tall", "kind"],
  animal: ["cat", "dog", "fox", "hen", "pig", "owl", "crab", "goat", "swan", "mole"],
  verb: ["find", "push", "hold", "want", "pull", "sell", "hear", "lift", "need", "draw"],
  object: ["key", "jug", "hat", "bell", "book", "rope", "lamp", "ring", "drum", "coin"],
  place: ["barn", "hill", "lake", "mill", "port", "shop", "tree", "well", "cave", "road"],
};

type Random = () => number;

function pick(list: readonly string[], random: Random): string {
  return list[Math.floor(random() * list.length)]!;
}

function thing(random: Random): Record<keyof typeof words, string> {
  const of = (kind: keyof typeof words): string => pick(words[kind], random);
  return {
    adjective: of("adjective"),
    animal: of("animal"),
    verb: of("verb"),
    object: of("object"),
    place: of("place"),
  };
}

/** A line as a narrator writes it. */
export function plainLine(random: Random): string {
  const { adjective, animal, verb, object, place } = thing(random);
  const kinds = [
    `the ${adjective} ${animal} will ${verb} a ${object} by the ${place}.`,
    `does the ${animal} ${verb} the ${object}? yes, by the ${place}!`,
    `the ${adjective} ${animal}'s ${object} is by the ${place}.`,
  ];
  return pick(kinds, random);
}

/** The same as a pirate says it. */
export function pirateLine(random: Random): string {
  const { adjective, animal, verb, object, place } = thing(random);
  const kinds = [
    `arr! th' ${animal} be ${verb}in' me ${object} by yer ${place}!`,
    `be th' ${animal} ${verb}in' th' ${object}? aye, by yer ${place}!`,
    `yo ho, th' ${adjective} ${animal}'s ${object} be by yer ${place}!`,
  ];
  return pick(kinds, random);
}

const characters = "\n abcdefghijklmnopqrstuvwxyz.,!?'";

export const vocabSize: number = characters.length;
/** Ends every line, and fills up short ones. */
const end = 0;
/** The longest line and its end. */
export const length = 48;

export function encode(line: string): number[] {
  return Array.from(line, (character) => characters.indexOf(character));
}

export function decode(ids: readonly number[]): string {
  return ids.map((id) => characters[id]).join("");
}

/** Lines as ids, each after an end and before one: (lines, length), with the ids that follow. */
export interface Lines {
  readonly ids: Tensor;
  readonly next: Tensor;
}

export function linesOf(lines: readonly string[]): Lines {
  const ids = new Int32Array(lines.length * length).fill(end);
  const next = new Int32Array(lines.length * length).fill(-1);
  lines.forEach((line, i) => {
    const codes = [end, ...encode(line), end];
    ids.set(codes.slice(0, -1), i * length);
    next.set(codes.slice(1), i * length);
  });
  const shape = [lines.length, length];
  return { ids: fromData(ids, shape), next: fromData(next, shape) };
}
