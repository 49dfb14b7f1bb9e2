import type { Lang } from "../index.ts";
import type { MeasuredHead, Seed } from "./recorded.ts";

interface Words {
  readonly headline: string;
  readonly seeds: string;
  readonly all: string;
  readonly restored: string;
  readonly lost: string;
  readonly ofSeed: (head: string, seed: Seed) => string;
  readonly title: (head: string, seed: Seed, restored: string, lost: string) => string;
  readonly says: (seed: Seed, best: MeasuredHead, missed: MeasuredHead) => string;
  readonly caption: string;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const en: Words = {
  headline: "A head that restores the answer need not be missed: L1H1 of seed 1.",
  seeds: "Seed",
  all: "all",
  restored: "share restored by patching →",
  lost: "↑ answers lost by ablation",
  ofSeed: (head, seed) => `${head}, seed ${seed}`,
  title: (head, seed, restored, lost) =>
    `${head} of seed ${seed}: restores ${restored}, lost without it ${lost}`,
  says: (seed, best, missed) =>
    best.name === missed.name
      ? `Seed ${seed}: ${best.name} restores most (${percent(best.restored)}) and is missed most: ${percent(best.without)} right without it.`
      : `Seed ${seed}: ${best.name} restores most (${percent(best.restored)}), but ${percent(best.without)} are right without it. ${missed.name} is missed most: ${percent(missed.without)}.`,
  caption:
    "The eight heads of the pronoun model, trained from three seeds. In two of them, the head that restores most is also missed most. In seed 1 the rest of the model makes up for it.",
};

const zh: Words = {
  headline: "能恢复答案的头不一定缺不得：看种子 1 的 L1H1。",
  seeds: "种子",
  all: "全部",
  restored: "修补恢复的比例 →",
  lost: "↑ 消融后失去的答案",
  ofSeed: (head, seed) => `${head}，种子 ${seed}`,
  title: (head, seed, restored, lost) => `种子 ${seed} 的 ${head}：恢复 ${restored}，去掉后失去 ${lost}`,
  says: (seed, best, missed) =>
    best.name === missed.name
      ? `种子 ${seed}：${best.name} 恢复得最多（${percent(best.restored)}），也最缺不得：去掉后正确率为 ${percent(best.without)}。`
      : `种子 ${seed}：${best.name} 恢复得最多（${percent(best.restored)}），但去掉它正确率仍有 ${percent(best.without)}。最缺不得的是 ${missed.name}：${percent(missed.without)}。`,
  caption:
    "代词模型的八个头，用三个种子训练。在两个种子中，恢复最多的头也是最缺不得的头。在种子 1 中，模型的其余部分弥补了它。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
