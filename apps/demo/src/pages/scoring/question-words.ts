import type { Dictionary } from "../../app/words.ts";
import type { Challenge } from "../../ui/challenges.tsx";

type Questions = readonly [Challenge, Challenge, Challenge];

const en: Questions = [
  {
    question: "“her” gives Anna 0.87 at temperature 1. What does it give her at temperature 0.3?",
    choices: ["less", "the same", "nearly all"],
    right: 2,
    answer:
      "Dividing by 0.3 spreads the scores apart: 10 against 1.67 and less, so softmax leaves almost nothing for the others.",
  },
  {
    question: "In “previous token”, what does the first word attend to without the causal mask?",
    choices: ["itself", "all words alike", "the last word"],
    right: 1,
    answer:
      "Its query is zero, so all its scores are 0, and softmax of equal scores is equal weights: 0.25 each.",
  },
  {
    question: "Every key of a query is masked. What is its output?",
    choices: ["NaN", "the mean of the values", "zeros"],
    right: 2,
    answer:
      "Masked keys do not exist here: no weight is left, so the output is 0. A softmax over nothing but −∞ would be NaN.",
  },
];

const zh: Questions = [
  {
    question: "温度为 1 时，“她的”给小红 0.87。温度为 0.3 时给多少？",
    choices: ["更少", "一样", "几乎全部"],
    right: 2,
    answer: "除以 0.3 后分数差距变大：10 对 1.67 及以下，softmax 几乎不给别的词留下权重。",
  },
  {
    question: "在“前一个词”中，没有因果掩码时，第一个词关注什么？",
    choices: ["自己", "所有词，一样多", "最后一个词"],
    right: 1,
    answer: "它的查询是零，所有分数都是 0，相等的分数经 softmax 得到相等的权重：各 0.25。",
  },
  {
    question: "一个查询的所有键都被屏蔽，输出是什么？",
    choices: ["NaN", "值的平均", "零"],
    right: 2,
    answer: "被屏蔽的键在这里等于不存在：没有权重，输出就是 0。若对全是 −∞ 的一行做 softmax，则得到 NaN。",
  },
];

export const questions: Dictionary<Questions> = { en, zh };
