import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { Dictionary } from "../../../app/words.ts";
import { Challenges } from "../../../ui/challenges.tsx";
import type { TranslatorModel } from "../model.ts";
import { start } from "../shipped/start.gen.ts";
import { percent } from "../words/percent.ts";

const accuracyAfter = (epoch: number): string =>
  percent(start.film.frames.find((frame) => frame.epoch === epoch)?.accuracy ?? 0);
const [early, last] = [10, start.losses.length];

const en = {
  untrained: {
    question: "Before training, where does each word look?",
    choices: ["at the first word", "a little at every word", "at one word, picked at random"],
    answer:
      "The scores of random weights are small and alike, so softmax makes nearly equal shares of them: every arc is thin.",
  },
  first: {
    question: "After one epoch, what does the network write?",
    choices: ["words in no order", "French that says something else", "the right words in English order"],
    answer:
      "What is frequent is learned first: which words follow which. Which English word to look at comes later, and with it the meaning.",
  },
  flat: {
    question: `From epoch ${early} to ${last} the loss falls by half. What does the held-out accuracy do?`,
    choices: ["it rises as much", "it rises a little", "it falls"],
    answer: `It goes from ${accuracyAfter(early)} to ${accuracyAfter(last)}. The loss is measured on pairs that are trained on, the accuracy on sentences that are not: only that one tells what was understood.`,
  },
};

const zh: typeof en = {
  untrained: {
    question: "训练之前，每个词会关注哪里？",
    choices: ["第一个词", "每个词都关注一点", "随机的某一个词"],
    answer: "随机权重算出的分数又小又接近，softmax 给出几乎相等的权重，因此每条弧线都很细。",
  },
  first: {
    question: "训练一个轮次之后，网络会写出什么？",
    choices: ["杂乱无章的词", "通顺但意思不对的法语", "词都对，但用英语的语序"],
    answer:
      "最先学会的是常见的规律：哪个词跟在哪个词后面。应该关注哪个英文词要稍后才学会，译文的意思也随之正确。",
  },
  flat: {
    question: `从第 ${early} 轮到第 ${last} 轮，损失下降了一半。留出集准确率会怎样？`,
    choices: ["上升得一样多", "只上升一点", "下降"],
    answer: `它从 ${accuracyAfter(early)} 升到 ${accuracyAfter(last)}。损失在训练用的句对上测量，准确率在没有训练过的句子上测量，后者才说明真正学会了多少。`,
  },
};

const words: Dictionary<typeof en> = { en, zh };

export function TranslatorChallenges({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  return (
    <Challenges
      items={[
        { ...t.untrained, right: 1, show: () => model.showEpoch(0) },
        { ...t.first, right: 1, show: () => model.showEpoch(1) },
        { ...t.flat, right: 1, show: () => model.showEpoch(early) },
      ]}
    />
  );
}
