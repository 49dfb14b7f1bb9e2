import type { Dictionary } from "../../app/words.ts";
import type { Challenge } from "../../ui/challenges.tsx";

type Questions = readonly [Challenge, Challenge, Challenge];

const en: Questions = [
  {
    question: "What does a Gaussian kernel predict with a very large bandwidth?",
    choices: ["the average", "the true curve", "the nearest point"],
    right: 0,
    answer:
      "The larger the bandwidth, the more equally near all keys are: weights tend to 1/n, the curve to the average.",
  },
  {
    question: "A boxcar of bandwidth 0.1 stands where no key is within 0.1. What is the estimate?",
    choices: ["the nearest value", "zero", "there is none"],
    right: 2,
    answer: "All weights are 0 and there is nothing to average: the curve has a gap there.",
  },
  {
    question: "Why is w not learned by predicting each point from all points, itself included?",
    choices: ["too slow", "the narrowest wins", "w goes to 0"],
    right: 1,
    answer:
      "A point that sees itself is predicted perfectly by a kernel so narrow that only it counts. So each point is predicted from the others.",
  },
];

const zh: Questions = [
  {
    question: "带宽很大时，高斯核预测什么？",
    choices: ["平均值", "真实曲线", "最近的点"],
    right: 0,
    answer: "带宽越大，各个键就越像一样近：权重趋于 1/n，曲线趋于平均值。",
  },
  {
    question: "带宽为 0.1 的矩形核，0.1 以内没有键时，估计是多少？",
    choices: ["最近的值", "零", "没有估计"],
    right: 2,
    answer: "所有权重都是 0，没有值可以平均，曲线在此断开。",
  },
  {
    question: "学习 w 时，为什么不让每个点也用自己来预测自己？",
    choices: ["会太慢", "最窄的核会胜出", "w 会趋于 0"],
    right: 1,
    answer: "如果点能看见自己，窄到只剩自己的核就能完美预测。所以每个点只由其余的点预测。",
  },
];

export const questions: Dictionary<Questions> = { en, zh };
