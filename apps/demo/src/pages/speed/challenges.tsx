import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Dictionary } from "../../app/words.ts";
import { type Challenge, Challenges } from "../../ui/challenges.tsx";

const en: readonly Challenge[] = [
  {
    question: "Two matrices of 256 × 256 are multiplied. How much more work are two of 512 × 512?",
    choices: ["2 times", "4 times", "8 times"],
    right: 2,
    answer:
      "A product takes n³ multiply-adds of n² numbers. Each number is used n times, so a large product comes near the ceiling.",
  },
  {
    question: "Attention over 256 tokens, then over 512. How much longer does it take?",
    choices: ["2 times", "4 times", "8 times"],
    right: 1,
    answer:
      "Every query is compared with every key: twice as many of both. That is why long texts are expensive.",
  },
  {
    question: "A training step of a small translator, on two threads instead of one. How much faster is it?",
    choices: ["twice as fast", "less than that, or even slower"],
    right: 1,
    answer:
      "For each small operation the threads must be woken and waited for. Recording the step helps more: see the third chart.",
  },
];

const zh: readonly Challenge[] = [
  {
    question: "两个 256 × 256 的矩阵相乘。换成 512 × 512，计算量是原来的多少倍？",
    choices: ["2 倍", "4 倍", "8 倍"],
    right: 2,
    answer: "乘法要做 n³ 次乘加，矩阵却只有 n² 个数。每个数用到 n 次，所以大矩阵能接近上限。",
  },
  {
    question: "注意力从 256 个词元增加到 512 个，用时是原来的多少倍？",
    choices: ["2 倍", "4 倍", "8 倍"],
    right: 1,
    answer: "每个查询都要与每个键比较，而两者都多了一倍。这就是长文本昂贵的原因。",
  },
  {
    question: "小翻译模型的一个训练步，从单线程改为两个线程，能快多少？",
    choices: ["快一倍", "不到一倍，甚至更慢"],
    right: 1,
    answer: "每个小操作都要唤醒线程并等待它们完成。把整个训练步录制下来再回放更有效，见第三张图。",
  },
];

const words: Dictionary<readonly Challenge[]> = { en, zh };

export function SpeedChallenges(): JSX.Element {
  return <Challenges items={useWords(words)} />;
}
