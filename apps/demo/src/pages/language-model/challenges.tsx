import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Dictionary } from "../../app/words.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { LanguageModel } from "./model.ts";

const en = {
  cold: {
    question: "The temperature falls from 1 to 0.1. What happens to the bars?",
    choices: [
      "All become equally long.",
      "The longest takes nearly everything.",
      "Nothing: the model is the same.",
    ],
    answer:
      "Scores are divided by the temperature before the softmax, so a small lead becomes a large one. The lines, the model’s own probabilities, stay.",
  },
  nucleus: {
    question: "After “went to the ”, with top-p at 0.5: how many of the 37 tokens can be drawn?",
    choices: ["3", "18", "half of those above 1 %"],
    answer:
      "Top-p keeps the likeliest tokens until they reach the sum: 27 % and 21 % fall short of 50 %, the third passes it.",
  },
  cached: {
    question: "A token is appended to a text of 36. For how many tokens are keys and values computed?",
    choices: ["for all 37", "for 1", "for none"],
    answer:
      "Earlier tokens attend to nothing later, so their keys and values stay as they are. The cache keeps them, and only the new token is computed.",
  },
};

const zh: typeof en = {
  cold: {
    question: "把温度从 1 降到 0.1，色条会怎样变化？",
    choices: ["全部变得一样长。", "最长的一条几乎占满。", "不变：模型没有改变。"],
    answer: "分数先除以温度，再做 softmax，小的差距因此被放大。细线是模型自己的概率，保持不动。",
  },
  nucleus: {
    question: "在“went to the ”之后把 top-p 设为 0.5，37 个词元中有几个可能被抽到？",
    choices: ["3 个", "18 个", "概率高于 1 % 的一半"],
    answer:
      "top-p 从概率最高的词元开始累加，直到达到设定值：27 % 与 21 % 之和不足 50 %，加上第三个就超过了。",
  },
  cached: {
    question: "在 36 个词元的文本后追加一个词元，要为多少个词元计算键和值？",
    choices: ["全部 37 个", "1 个", "0 个"],
    answer: "前面的词元不关注后面的词元，它们的键和值不变，由缓存保存；只需计算新词元的键和值。",
  },
};

const words: Dictionary<typeof en> = { en, zh };

/** Three questions about the model that came with the page. */
export function LanguageChallenges({ model }: { readonly model: LanguageModel }): JSX.Element {
  const t = useWords(words);
  return (
    <Challenges
      items={[
        { ...t.cold, right: 1, show: () => void model.showDraw({ temperature: 0.1, topP: 1 }) },
        { ...t.nucleus, right: 0, show: () => void model.showDraw({ temperature: 1, topP: 0.5 }) },
        {
          ...t.cached,
          right: 1,
          show: () => void model.showDraw({ temperature: 1, topP: 0.9 }).then(() => model.reader.draw()),
        },
      ]}
    />
  );
}
