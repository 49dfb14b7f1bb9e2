import type { pairs } from "./sentences.ts";

interface Words {
  readonly headline: string;
  readonly endings: string;
  readonly pairs: Readonly<Record<(typeof pairs)[number], string>>;
  readonly passive: string;
  readonly train: string;
  readonly step: (step: number, loss: string) => string;
  readonly means: (word: string, weight: string) => string;
  readonly caption: string;
}

const en: Words = {
  headline: "One word decides whether “it” is the animal or the street.",
  endings: "Endings",
  pairs: { "tired wide": "tired / wide", "sick muddy": "sick / muddy", "scared busy": "scared / busy" },
  passive: "Passive: the street comes first",
  train: "Train again",
  step: (step, loss) => `step ${step}, loss ${loss}`,
  means: (word, weight) => `it = ${word}, ${weight} of the weight`,
  caption:
    "Arcs and colours are the weights from “it”. The model has learned from the answers alone, on sentences in which this animal and this street are never together; nothing told the weights where to point.",
};

const zh: Words = {
  headline: "一个词就决定了 “it” 指的是 animal 还是 street。",
  endings: "结尾",
  pairs: { "tired wide": "tired / wide", "sick muddy": "sick / muddy", "scared busy": "scared / busy" },
  passive: "被动句：street 在前",
  train: "重新训练",
  step: (step, loss) => `第 ${step} 步，损失 ${loss}`,
  means: (word, weight) => `it = ${word}，占权重的 ${weight}`,
  caption:
    "弧线的粗细和颜色的深浅表示 “it” 给出的权重。模型训练时只给答案，没有告诉它权重该指向哪里；训练句子里这里的 animal 和 street 从不同时出现。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
