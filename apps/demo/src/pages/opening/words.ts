import type { Dictionary } from "../../app/words.ts";

/** A word of the other sentence and the weight between the two. */
type Others = readonly (readonly [word: string, weight: number])[];

const percent = (weight: number): string => `${Math.round(100 * weight)} %`;

const en = {
  title: "How a translator reads",
  lead: "To write each word, the network looks back at the sentence: the wider an arc, the larger the attention weight.",
  label: "Arcs between the words of a sentence and its translation",
  describe: (word: string, others: Others): string =>
    others.length === 0
      ? word
      : `${word}: ${others.map(([text, weight]) => `${text} ${percent(weight)}`).join(", ")}`,
  reads: (word: string, others: Others): string =>
    `To write “${word}”, the network read ${others.map(([text, weight]) => `“${text}” (${percent(weight)})`).join(", ")}.`,
  isRead: (word: string, others: Others): string =>
    others.length === 0
      ? `No word of the translation gave “${word}” 5 % or more.`
      : `“${word}” was read to write ${others.map(([text, weight]) => `“${text}” (${percent(weight)})`).join(", ")}.`,
  hint: "Point at a word, or move to it with the Tab key.",
  hintTouch: "Tap a word to see its arcs.",
  moved: " Orange: words that change their place.",
  again: "Play again",
  to: "Translate into",
  languages: { fr: "French", zh: "Chinese" },
  examples: "Sentences that it was not trained on",
  own: "Or your own",
  placeholder: "the cat sees a red bird .",
  vocabulary: "Words it knows",
  vocabularyText: (count: number): string => `${count} words. A click adds one to your sentence.`,
  cut: (most: number): string => `Only the first ${most} characters are used.`,
  unknown: (words: string): string =>
    `Not in its vocabulary: ${words}. The network sees <unk> there; choose from “Words it knows”.`,
  unseen: (count: number): string => `The last ${count} words are too many: it reads 15 tokens.`,
  about: (parameters: string, pairs: string): string =>
    `${parameters} parameters, trained on ${pairs} sentence pairs of a small grammar; it runs in this tab.`,
  on: "What next",
  steps: {
    train: "Train it yourself, in half a minute",
    score: "See how a weight is computed",
  },
};

const zh: typeof en = {
  title: "翻译时，网络在看哪里",
  lead: "网络每写一个词，都会回头看原句：弧线越粗，注意力权重越大。",
  label: "原句与译文各词之间的弧线",
  describe: (word, others) =>
    others.length === 0
      ? word
      : `${word}：${others.map(([text, weight]) => `${text} ${percent(weight)}`).join("，")}`,
  reads: (word, others) =>
    `写“${word}”时，网络读的是${others.map(([text, weight]) => `“${text}”（${percent(weight)}）`).join("、")}。`,
  isRead: (word, others) =>
    others.length === 0
      ? `译文中没有词给“${word}” 5 % 或更多的权重。`
      : `看着“${word}”写出的是${others.map(([text, weight]) => `“${text}”（${percent(weight)}）`).join("、")}。`,
  hint: "把指针移到一个词上，或用 Tab 键选中它。",
  hintTouch: "点一个词，查看它的弧线。",
  moved: "橙色：译文中换了位置的词。",
  again: "重新播放",
  to: "译成",
  languages: { fr: "法语", zh: "中文" },
  examples: "训练时没有见过的句子",
  own: "或者自己写一句",
  placeholder: "the cat sees a red bird .",
  vocabulary: "它认识的词",
  vocabularyText: (count) => `共 ${count} 个词，点一下即可加入句子。`,
  cut: (most) => `只使用前 ${most} 个字符。`,
  unknown: (words) => `词表中没有：${words}。网络在这里看到的是 <unk>，请从“它认识的词”中选择。`,
  unseen: (count) => `句子太长：网络只读 15 个词元，最后 ${count} 个词没有读到。`,
  about: (parameters, pairs) =>
    `${parameters} 个参数，用一个小语法生成的 ${pairs} 个句对训练，在本标签页中运行。`,
  on: "接下来",
  steps: {
    train: "亲手训练一个，只要半分钟",
    score: "看一个权重是怎样算出来的",
  },
};

export const words: Dictionary<typeof en> = { en, zh };
