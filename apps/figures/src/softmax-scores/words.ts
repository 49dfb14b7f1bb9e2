interface Words {
  readonly sentence: string;
  readonly answers: readonly string[];
  readonly score: (answer: string) => string;
  readonly right: string;
  readonly temperature: string;
  readonly shift: string;
  readonly step: string;
  readonly reset: string;
  readonly loss: string;
  readonly entropy: (bits: string) => string;
  readonly row: (answer: string, p: string, gradient: string) => string;
  readonly gradient: string;
  readonly caption: string;
}

const en: Words = {
  sentence: "The cat sits on the …",
  answers: ["mat", "chair", "roof", "moon"],
  score: (answer) => `Score of ${answer}`,
  right: "The right answer",
  temperature: "Temperature",
  shift: "Added to all scores",
  step: "One step",
  reset: "Reset",
  loss: "loss",
  entropy: (bits) => `entropy ${bits} bits`,
  row: (answer, p, gradient) => `${answer}: probability ${p}, gradient ${gradient}`,
  gradient: "gradient",
  caption:
    "Scores become shares of 1. The loss is −ln of the share of the right answer. Each arrow is what a step does to a score: up for the right answer, down for the others, in proportion to their shares.",
};

const zh: Words = {
  sentence: "猫坐在……上",
  answers: ["垫子", "椅子", "屋顶", "月亮"],
  score: (answer) => `“${answer}”的分数`,
  right: "正确答案",
  temperature: "温度",
  shift: "所有分数加上",
  step: "走一步",
  reset: "还原",
  loss: "损失",
  entropy: (bits) => `熵 ${bits} 比特`,
  row: (answer, p, gradient) => `${answer}：概率 ${p}，梯度 ${gradient}`,
  gradient: "梯度",
  caption:
    "分数变成总和为 1 的比例。损失是正确答案所占比例的 −ln。箭头表示走一步时分数怎样变：正确答案的分数上升，其余的按各自的比例下降。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
