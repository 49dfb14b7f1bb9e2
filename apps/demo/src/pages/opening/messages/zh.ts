import type { en } from "./en.ts";
import { percent, quoted } from "./parts.ts";

export const zh: typeof en = {
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
  hint: "把指针移到一个词上，或用 Tab 键与方向键选中它。",
  hintTouch: "点一个词，查看它的弧线。",
  moved: "橙色：译文中语序变化的词。",
  unsure: (unsure, of) =>
    `颜色变淡的词是猜测：译文 ${of} 个词中，网络对 ${unsure.length} 个没有把握，即${quoted(unsure, "、")}。`,
  unsureOfWhole: (certainty) => `整句译文把握不大（${percent(certainty)}），可能有错译或漏译。`,
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

  // Of the Chinese translation: its readers see that one first.
  questions: [
    {
      question: "“the small bird that the farmer likes”译成“农民喜欢的小鸟”。写“农民”时，网络关注哪个词？",
      choices: ["位置相同的“the”", "意思相同的“farmer”"],
      right: 1,
      answer: "权重取决于意思，而不是位置：弧线交叉了。",
    },
    {
      question: "“ate”译成“吃”“了”两个词。写其中哪个词时，网络会关注“ate”？",
      choices: ["只有“吃”", "只有“了”", "两个都会"],
      right: 2,
      answer: "同一个词可以被关注多次。权重由写出的词分配，与被关注的词无关。",
    },
    {
      question: "把译文中一个词的所有权重加起来，得到多少？",
      choices: ["1", "词的个数", "要看句子"],
      right: 0,
      answer: "softmax 把分数变成比例，译文中每个词的权重之和恰好是 1。",
    },
  ],
};
