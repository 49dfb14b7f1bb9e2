import type { Topic } from "./claim.ts";

/** Relations of words in a text. */
export const text: readonly Topic[] = [
  {
    title: { en: "Relations in a text", zh: "文本中的关系" },
    claims: [
      {
        says: {
          en: "attention from “it” finds the noun that is meant",
          zh: "自注意力能把“it”和它所指的名词联系起来",
        },
        tests: [
          {
            shows: {
              en: "sentences where that noun has the largest weight",
              zh: "所指名词权重最大的句子比例",
            },
            program: "coreference",
            value: { figure: "referent has the largest weight" },
            claimed: { above: 0.95 },
          },
          {
            shows: {
              en: "referent named, less a bag of words without attention",
              zh: "答对所指的比例，减去没有注意力的词袋模型",
            },
            program: "coreference",
            value: { difference: ["referent named", "no attention, bag of words"] },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: {
          en: "one layer of attention can classify a text, without recurrence",
          zh: "用单个注意力层就能分类文本，不需要递归结构",
        },
        tests: (["GRU", "mean"] as const).map((name) => ({
          shows: {
            en: `accuracy on 36 words, attention less ${name === "mean" ? "the mean of the words" : name}`,
            zh: `36 个词的正确率，注意力减去${name === "mean" ? "词的平均" : ` ${name}`}`,
          },
          program: "text-classification",
          value: { difference: ["6 sentences, attention", `6 sentences, ${name}`] as const },
          claimed: { above: 0 },
        })),
      },
    ],
  },
];
