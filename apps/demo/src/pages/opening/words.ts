import type { Dictionary } from "../../app/words.ts";

/** A word of the other sentence and the weight between the two. */
type Others = readonly (readonly [word: string, weight: number])[];

const percent = (weight: number): string => `${Math.round(100 * weight)} %`;

/** Words in quotes; beyond the first few, how many there are tells enough. */
const quoted = (texts: readonly string[], comma: string): string =>
  texts
    .slice(0, 6)
    .map((text) => `“${text}”`)
    .join(comma) + (texts.length > 6 ? " …" : "");

const en = {
  title: "How a translator reads",
  lead: "To write each word, the network looks back at the sentence: the wider an arc, the larger the attention weight.",
  label: "Arcs between the words of a sentence and its translation",
  describe: (word: string, others: Others, trust: number): string =>
    `${word}${trust < 0.9 ? ` (certainty ${percent(trust)})` : ""}${others.length === 0 ? "" : `: ${others.map(([text, weight]) => `${text} ${percent(weight)}`).join(", ")}`}`,
  reads: (word: string, others: Others): string =>
    `To write “${word}”, the network read ${others.map(([text, weight]) => `“${text}” (${percent(weight)})`).join(", ")}.`,
  isRead: (word: string, others: Others): string =>
    others.length === 0
      ? `No word of the translation gave “${word}” 5 % or more.`
      : `“${word}” was read to write ${others.map(([text, weight]) => `“${text}” (${percent(weight)})`).join(", ")}.`,
  unsureOf: (trust: number): string => `It is not certain of this word: ${percent(trust)}.`,
  isUnknown: (word: string): string => `“${word}” is not in its vocabulary: the network reads <unk> there.`,
  hint: "Point at a word, or move to it with the Tab key.",
  hintTouch: "Tap a word to see its arcs.",
  moved: " Orange: words that change their place.",
  unsure: (unsure: readonly string[], of: number): string =>
    `Faint words are guesses: it is not certain of ${quoted(unsure, ", ")}, ${unsure.length} of ${of} words.`,
  waits: (unknown: readonly string[]): string =>
    `Not translated: it does not know ${quoted([...new Set(unknown)], ", ")}. Replace what it does not know, below.`,
  guessed: (unknown: number, of: number): string =>
    `A guess: ${unknown} of ${of} tokens are unknown to it. The fainter a word, the less certain.`,
  noWords: "There is no word to translate yet.",
  again: "Play again",
  to: "Translate into",
  languages: { fr: "French", zh: "Chinese" },
  examples: "Sentences that it was not trained on",
  own: (count: number): string => `Or your own, of the ${count} words that it knows`,
  placeholder: "the cat sees a red bird .",
  vocabulary: "Words it knows",
  vocabularyText: (count: number): string => `${count} words. A click adds one to your sentence.`,
  cut: (most: number): string => `Only the first ${most} characters are used.`,
  unknown: (words: readonly string[]): string =>
    `Not in its vocabulary: ${words.join(", ")}. It was never trained on unknown words. Choose the nearest that it knows:`,
  noneNear: "no word is near; choose one from “Words it knows”.",
  anyway: "Translate anyway",
  leftOut: (marks: readonly string[]): string =>
    `Left out: ${marks.join(" ")} (the only punctuation mark that it knows is the full stop).`,
  further: (count: number): string =>
    `It reads one sentence: ${count === 1 ? "the last word is" : `the last ${count} words are`} left out.`,
  tooMany: (count: number, most: number): string =>
    `It reads at most ${most} words: ${count === 1 ? "the last one is" : `the last ${count} are`} left out.`,
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
  describe: (word, others, trust) =>
    `${word}${trust < 0.9 ? `（把握 ${percent(trust)}）` : ""}${others.length === 0 ? "" : `：${others.map(([text, weight]) => `${text} ${percent(weight)}`).join("，")}`}`,
  reads: (word, others) =>
    `写“${word}”时，网络关注的是${others.map(([text, weight]) => `“${text}”（${percent(weight)}）`).join("、")}。`,
  isRead: (word, others) =>
    others.length === 0
      ? `译文中没有词给“${word}” 5% 或更多的权重。`
      : `写这些词时关注了“${word}”：${others.map(([text, weight]) => `“${text}”（${percent(weight)}）`).join("、")}。`,
  unsureOf: (trust) => `网络对这个词没有把握：${percent(trust)}。`,
  isUnknown: (word) => `词表中没有“${word}”，网络在这里读到的是 <unk>。`,
  hint: "把指针移到一个词上，或用 Tab 键选中它。",
  hintTouch: "点一个词，查看它的弧线。",
  moved: "橙色：译文中语序变化的词。",
  unsure: (unsure, of) =>
    `颜色变淡的词是猜测：译文 ${of} 个词中，网络对 ${unsure.length} 个没有把握，即${quoted(unsure, "、")}。`,
  waits: (unknown) =>
    `尚未翻译：词表中没有${quoted([...new Set(unknown)], "、")}。请先在下方替换不认识的词。`,
  guessed: (unknown, of) => `仅是猜测：${of} 个词元中有 ${unknown} 个不在词表中。颜色越淡，把握越小。`,
  noWords: "还没有可翻译的词。",
  again: "重新播放",
  to: "译成",
  languages: { fr: "法语", zh: "中文" },
  examples: "训练时没有见过的句子",
  own: (count) => `或者用它认识的 ${count} 个词自己写一句英文`,
  placeholder: "the cat sees a red bird .",
  vocabulary: "它认识的词",
  vocabularyText: (count) => `共 ${count} 个词，点一下即可加入句子。`,
  cut: (most) => `只使用前 ${most} 个字符。`,
  unknown: (words) => `词表中没有：${words.join("、")}。网络从未训练过词表外的词，请换成最接近的词：`,
  noneNear: "没有相近的词，请从“它认识的词”中选择。",
  anyway: "仍要翻译",
  leftOut: (marks) => `已略去：${marks.join(" ")}（标点中它只认识英文句号）。`,
  further: (count) => `网络只读一个句子，后面的 ${count} 个词已略去。`,
  tooMany: (count, most) => `网络最多读 ${most} 个词，最后 ${count} 个已略去。`,
  about: (parameters, pairs) =>
    `${parameters} 个参数，用一个小语法生成的 ${pairs} 个句对训练，在本标签页中运行。`,
  on: "接下来",
  steps: {
    train: "亲手训练一个，只要半分钟",
    score: "看一个权重是怎样算出来的",
  },
};

export const words: Dictionary<typeof en> = { en, zh };
