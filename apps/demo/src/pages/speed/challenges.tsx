import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Dictionary } from "../../app/words.ts";
import { type Challenge, Challenges } from "../../ui/challenges.tsx";

const en: readonly Challenge[] = [
  {
    question: "Two matrices of 256 × 256 are multiplied. How much more work are two of 512 × 512?",
    choices: ["2 times", "4 times", "8 times"],
    right: 2,
    answer: "A product takes n³ multiply-adds: with twice the n, eight times as many.",
  },
  {
    question: "Attention over 256 tokens, then over 512. How much more work is it?",
    choices: ["2 times", "4 times", "8 times"],
    right: 1,
    answer: "Every query is compared with every key, and there are twice as many of both.",
  },
  {
    question:
      "A training step of the translator runs on two threads instead of one. How do its numbers change?",
    choices: ["not at all", "in the last digits", "from run to run"],
    right: 0,
    answer:
      "Work is split by shapes alone, so any number of threads gives the same bits. How much faster it is depends on the machine: measure it above.",
  },
];

const zh: readonly Challenge[] = [
  {
    question: "两个 256 × 256 的矩阵相乘。换成 512 × 512，计算量是原来的多少倍？",
    choices: ["2 倍", "4 倍", "8 倍"],
    right: 2,
    answer: "乘积要做 n³ 次乘加：n 加倍，次数是原来的八倍。",
  },
  {
    question: "注意力从 256 个词元增加到 512 个，计算量是原来的多少倍？",
    choices: ["2 倍", "4 倍", "8 倍"],
    right: 1,
    answer: "每个查询都要与每个键比较，而两者都多了一倍。",
  },
  {
    question: "翻译模型的一个训练步从单线程改为两个线程，算出的数会怎样变化？",
    choices: ["完全不变", "末几位不同", "每次都不同"],
    right: 0,
    answer: "任务只按形状划分，所以无论多少个线程，结果逐位相同。能快多少取决于机器，请在上面测量。",
  },
];

const words: Dictionary<readonly Challenge[]> = { en, zh };

export function SpeedChallenges(): JSX.Element {
  return <Challenges items={useWords(words)} />;
}
