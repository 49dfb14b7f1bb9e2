// Prints what a file of pairs is like, in numbers: node … examples/fra-eng/text.ts fra.txt
import { readFileSync } from "node:fs";
import { grammarSplit, parsePairs, preprocessNmt } from "@saccade/datasets";
import { tableLines } from "../table.ts";
import { runMain, UsageError } from "../usage.ts";
import { drawPairs, fraEngData, type Words } from "./data.ts";
import { type Settings, settingsOf } from "./settings.ts";
import {
  countWords,
  leakOf,
  type Padding,
  paddingAtRandom,
  paddingInGroups,
  paddingSorted,
  splitByPair,
  subwordsPerWord,
  unknownShare,
} from "./statistics.ts";

const side = { en: "source", fr: "target" } as const;
type Lang = keyof typeof side;

const sentences = (pairs: readonly Words[], lang: Lang): (readonly string[])[] =>
  pairs.map((pair) => pair[side[lang]]);

await runMain("text", async () => {
  const [path, pairs, test] = process.argv.slice(2);
  if (path === undefined) throw new UsageError("name a file of English<TAB>French lines.");
  const settings = settingsOf(
    { ...(pairs === undefined ? {} : { pairs }), ...(test === undefined ? {} : { test }) },
    { quick: false, seed: 0 },
  );
  const text = readFileSync(path, "utf8");
  const drawn = drawPairs(text, path, settings);
  const lines = [
    ...characters(text, path),
    ...vocabularies(drawn, settings),
    ...tail(drawn),
    ...unknown(drawn),
    ...leaks(drawn, settings),
    ...lengths(drawn.train),
    ...padding(text, path, settings),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
});

function characters(text: string, path: string): string[] {
  const pairs = parsePairs(text, { file: path });
  const holding = (pattern: RegExp): string =>
    String(pairs.filter(({ target }) => pattern.test(target)).length);
  const distinct = (prepare: (line: string) => string): string =>
    String(countWords(pairs.map(({ target }) => prepare(target).split(" "))).length);
  const spaced = (line: string): string => line.replace(/[\u00a0\u202f\u2009]/g, " ");
  return [
    ...section(
      "French sentences with",
      ["of", String(pairs.length)],
      [
        ["a no-break space, U+00A0", holding(/\u00a0/)],
        ["a narrow no-break space, U+202F", holding(/\u202f/)],
        ["a thin space, U+2009", holding(/\u2009/)],
        ["a curly apostrophe, U+2019", holding(/\u2019/)],
        [
          "letters that NFC changes",
          String(pairs.filter(({ target }) => target.normalize("NFC") !== target).length),
        ],
      ],
    ),
    ...section(
      "different French words",
      ["number"],
      [
        ["split at U+0020 only", distinct((line) => line)],
        ["at all of these spaces", distinct(spaced)],
        ["lower case, marks apart", distinct((line) => preprocessNmt(spaced(line)))],
      ],
    ),
  ];
}

function vocabularies(
  { train, test }: { train: readonly Words[]; test: readonly Words[] },
  settings: Settings,
) {
  const grammar = grammarSplit({ languages: "en-fr", train: 12_800, validation: 0, test: 600 });
  const row = (name: string, lang: Lang, seen: readonly Words[], unseen: readonly Words[]): string[] => {
    const words = sentences(seen, lang);
    const counts = countWords(words);
    const once = counts.filter(([, count]) => count === 1).length;
    const share = unknownShare(counts, sentences(unseen, lang), counts.length);
    return [
      `${name}, ${lang}`,
      ...[seen.length, words.flat().length, counts.length, once].map(String),
      percent(share),
    ];
  };
  return section(
    "training pairs of",
    ["pairs", "words", "different", "once", "unknown held out"],
    [
      row("the grammar", "en", grammar.train, grammar.test),
      row("the grammar", "fr", grammar.train, grammar.test),
      row(`the file (${settings.words} words at most)`, "en", train, test),
      row(`the file (${settings.words} words at most)`, "fr", train, test),
    ],
  );
}

function tail({ train }: { train: readonly Words[] }): string[] {
  const counts = { en: countWords(sentences(train, "en")), fr: countWords(sentences(train, "fr")) };
  const cells = (lang: Lang, rank: number): string[] => {
    const all = counts[lang].reduce((sum, [, count]) => sum + count, 0);
    const first = counts[lang].slice(0, rank).reduce((sum, [, count]) => sum + count, 0);
    const count = counts[lang][rank - 1]?.[1];
    return count === undefined
      ? ["–", "–", "–"]
      : [String(count), String(count * rank), percent(first / all)];
  };
  const ranks = [1, 10, 100, 1000, 2000, 4000, 8000];
  return section(
    "rank of a word",
    ["count, en", "times rank", "covered", "count, fr", "times rank", "covered"],
    ranks.map((rank) => [String(rank), ...cells("en", rank), ...cells("fr", rank)]),
  );
}

function unknown({ train, test }: { train: readonly Words[]; test: readonly Words[] }): string[] {
  const sizes = [500, 1000, 2000, 4000, 8000, 16_000];
  const cells = (lang: Lang): string[][] => {
    const [seen, unseen] = [sentences(train, lang), sentences(test, lang)];
    const counts = countWords(seen);
    return sizes.map((size) => [
      percent(unknownShare(counts, unseen, size)),
      subwordsPerWord(seen, unseen, size).toFixed(2),
    ]);
  };
  const [en, fr] = [cells("en"), cells("fr")];
  return section(
    "entries",
    ["unknown words, en", "subwords a word", "unknown words, fr", "subwords a word"],
    sizes.map((size, i) => [String(size), ...en[i]!, ...fr[i]!]),
  );
}

function leaks(
  { used, train, test }: { used: readonly Words[]; train: readonly Words[]; test: readonly Words[] },
  settings: Settings,
) {
  const ways = {
    "by pair": splitByPair(used, settings.pairs, settings.test),
    "by pair, all pairs": splitByPair(used, used.length, settings.test),
    "by sentence": { train, test },
  };
  return section(
    "split",
    ["training pairs", "held out and seen", "BLEU of looking up"],
    Object.entries(ways).map(([name, split]) => {
      const { share, bleu } = leakOf(split);
      return [name, String(split.train.length), percent(share), bleu.toFixed(3)];
    }),
  );
}

function lengths(train: readonly Words[]): string[] {
  const groups = [
    [1, 3],
    [4, 5],
    [6, 7],
    [8, 9],
    [10, 12],
    [13, 16],
  ] as const;
  const share = (lang: Lang, from: number, to: number): string => {
    const some = sentences(train, lang).filter(({ length }) => length >= from && length <= to);
    return percent(some.length / train.length);
  };
  return section(
    "words",
    ["sentences, en", "sentences, fr"],
    groups.map(([from, to]) => [`${from} to ${to}`, share("en", from, to), share("fr", from, to)]),
  );
}

function padding(text: string, path: string, settings: Settings): string[] {
  const { train } = fraEngData(text, path, settings);
  const row = (name: string, { share, shapes, batches }: Padding): string[] => [
    name,
    percent(share),
    String(batches),
    String(shapes),
  ];
  const tokens = train.reduce((sum, { source, target }) => sum + source.length + target.length, 0);
  return section(
    `batches of ${settings.batch}`,
    ["padding", "batches", "shapes"],
    [
      row("at random", paddingAtRandom(train, settings.batch)),
      row("sorted", paddingSorted(train, settings.batch)),
      row("in groups", paddingInGroups(train, settings.batch)),
    ],
  ).concat(`${tokens} subwords of both languages in an epoch`);
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const full = rows.map((row) => [...row, ...new Array<string>(1 + head.length - row.length).fill("")]);
  return [...tableLines([title, ...head], full), ""];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %`;
}
