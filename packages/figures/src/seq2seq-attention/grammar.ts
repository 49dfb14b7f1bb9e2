/** The parts of a sentence, in Chinese order. */
export const slots = ["who", "when", "where", "did", "what"] as const;
export type Slot = (typeof slots)[number];

interface Phrase {
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

const phrase = (zh: string, en: string): Phrase => ({ zh: split(zh), en: split(en) });

/** The choices of each part; time and place may be missing. */
export const phrases: Readonly<Record<Slot, readonly Phrase[]>> = {
  who: [phrase("我", "i"), phrase("她", "she"), phrase("我们", "we"), phrase("他们", "they")],
  when: [phrase("", ""), phrase("昨天", "yesterday"), phrase("今天", "today"), phrase("上周", "last week")],
  where: [
    phrase("", ""),
    phrase("在 家", "at home"),
    phrase("在 学校", "at school"),
    phrase("在 公司", "at work"),
  ],
  did: [phrase("看见了", "saw"), phrase("买了", "bought"), phrase("画了", "drew"), phrase("找到了", "found")],
  what: [
    phrase("一只 猫", "a cat"),
    phrase("一只 鸟", "a bird"),
    phrase("一只 狗", "a dog"),
    phrase("一只 羊", "a sheep"),
  ],
};

/** The gloss of a Chinese word, in one or two English words. */
export function glossOf(word: string): string {
  for (const { zh, en } of slots.flatMap((slot) => phrases[slot])) {
    const i = zh.indexOf(word);
    if (i >= 0) return zh.length === 1 ? en.join(" ") : (en[i] ?? "");
  }
  return "";
}

const englishOrder: readonly Slot[] = ["who", "did", "what", "where", "when"];

/** A sentence: the phrase in each part. */
export type Choice = Readonly<Record<Slot, number>>;

export interface Pair {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

export function pairOf(choice: Choice): Pair {
  return {
    source: slots.flatMap((slot) => phrases[slot][choice[slot]]?.zh ?? []),
    target: englishOrder.flatMap((slot) => phrases[slot][choice[slot]]?.en ?? []),
  };
}

const all: readonly Choice[] = slots.reduce<readonly Choice[]>(
  (choices, slot) => choices.flatMap((choice) => phrases[slot].map((_, i) => ({ ...choice, [slot]: i }))),
  [{ who: 0, when: 0, where: 0, did: 0, what: 0 }],
);

// One sentence in eight, spread by a multiplicative hash.
const isHeldOut = (i: number): boolean => Math.imul(i, 2654435761) >>> 29 === 0;

/** The sentences to learn from. */
export const seen: readonly Pair[] = all.filter((_, i) => !isHeldOut(i)).map(pairOf);
/** Sentences that training never shows. */
export const unseen: readonly Pair[] = all.filter((_, i) => isHeldOut(i)).map(pairOf);

/** Words by id. */
export const chinese: readonly string[] = wordsOf("source");
export const english: readonly string[] = wordsOf("target");

function wordsOf(side: keyof Pair): string[] {
  return ["<pad>", "<bos>", "<eos>", ...new Set(all.flatMap((choice) => pairOf(choice)[side]))];
}

function split(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
