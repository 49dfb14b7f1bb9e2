import { embeddedCorpus } from "@saccade/datasets";
import { seededRandom } from "@saccade/figures/ui";
import grammar from "./everyday.json" with { type: "json" };

type Pick = (list: readonly string[]) => string;

const words = {
  animal: ["fox", "bear", "hen", "mouse", "goat", "crow", "frog", "cat", "dog", "duck"],
  size: ["small", "young", "brave", "quiet", "clever", "hungry"],
  helper: ["owl", "turtle", "horse", "snail", "goose", "sheep"],
  place: ["river", "hill", "mill", "lake", "barn", "forest", "bridge", "garden"],
  thing: ["key", "hat", "ring", "ball", "drum", "lamp", "coin", "book", "bell", "spoon"],
  color: ["red", "blue", "green", "golden", "white", "black"],
  hidden: [
    "under the stone",
    "behind the tree",
    "in the tall grass",
    "beside the old well",
    "below the bush",
  ],
  end: ["was very happy", "danced all the way home", "sang a song", "laughed and ran home"],
};

function taleOf(pick: Pick): string {
  const [animal, helper, thing, hidden] = [words.animal, words.helper, words.thing, words.hidden].map(pick);
  const [size, color, place] = [words.size, words.color, words.place].map(pick);
  const start = pick([
    `One morning a ${size} ${animal} went to the ${place}. It wanted to find its ${color} ${thing}.`,
    `A ${size} ${animal} lived near the ${place}. One day it lost its ${color} ${thing}.`,
    `The ${size} ${animal} sat by the ${place} and was sad. Its ${color} ${thing} was gone.`,
  ]);
  const meeting = pick([
    `It met an old ${helper}. "Have you seen my ${thing}?" asked the ${animal}.`,
    `Then an old ${helper} came by. "Where is my ${thing}?" asked the ${animal}.`,
  ]);
  const advice = pick([
    `"Look ${hidden}," said the ${helper}.`,
    `"I saw a ${thing} ${hidden}," said the ${helper}.`,
  ]);
  return `${start} ${meeting} ${advice} The ${animal} looked ${hidden} and found the ${thing}. It ${pick(words.end)}.`;
}

/** Short tales in English, one a line, the same for the same seed. Each names a thing and an animal again and again: there is something to copy. */
export function makeTales(count: number, seed: number): string {
  const random = seededRandom(seed);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)]!;
  return `${Array.from({ length: count }, () => taleOf(pick)).join("\n")}\n`;
}

type Grammar = Readonly<Record<string, readonly string[]>>;

/**
 * Short texts of everyday English, one a line, the same for the same seed. In the grammar `{animal}` stands for one of its
 * animals, `{a=animal}` for one that `{=a}` repeats. Some are in small letters, as people type.
 */
function makeEveryday(count: number, seed: number): string {
  const random = seededRandom(seed);
  const kinds: Grammar = grammar;
  const expand = (template: string, named: Map<string, string>): string =>
    template.replace(/\{(?:(\w*)=)?(\w+)\}/g, (_, name: string | undefined, kind: string) => {
      if (name === "") return named.get(kind)!;
      const list = kinds[kind]!;
      const chosen = expand(list[Math.floor(random() * list.length)]!, named);
      if (name !== undefined) named.set(name, chosen);
      return chosen;
    });
  const lines = Array.from({ length: count }, () => {
    const line = expand("{text}", new Map())
      .replace(/\b(a) (?=[aeiou])/gi, "$1n ")
      .replace(/(?:^|[.?!] |\. "|^")[a-z]/g, (start) => start.toUpperCase());
    return random() < 1 / 8 ? line.toLowerCase() : line;
  });
  return `${lines.join("\n")}\n`;
}

/**
 * What the model of words learns, all of this project and under its licence: texts of the grammar and, thrice, the English
 * sentences of the embedded corpus, since they are few and have the most words; in random order.
 */
export function everydayText(count: number, seed: number): string {
  const corpus = embeddedCorpus()
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[0]!);
  const random = seededRandom(seed);
  const lines = [...makeEveryday(count, seed).trim().split("\n"), ...corpus, ...corpus, ...corpus]
    .map((text) => ({ text, place: random() }))
    .toSorted((a, b) => a.place - b.place);
  return `${lines.map(({ text }) => text).join("\n")}\n`;
}
