import type { Phase } from "@saccade/examples/lora";

interface Words {
  readonly whole: string;
  readonly short: string;
  readonly stop: string;
  readonly idle: string;
  readonly running: (phase: Phase, step: number) => string;
  readonly done: string;
  readonly failed: (message: string) => string;
  readonly phases: Readonly<Record<Phase, string>>;
  readonly trained: string;
  readonly hundred: string;
  readonly others: string;
  readonly ratio: string;
  readonly sample: string;
  readonly checked: (difference: string, changed: number) => string;
  readonly plot: (full: string, lora: string) => string;
  readonly step: string;
  readonly loss: string;
  readonly caption: string;
}

const en: Words = {
  whole: "Train in this tab",
  short: "Ten steps only",
  stop: "Stop",
  idle: "A Worker trains; the page stays responsive.",
  running: (phase, step) =>
    `${{ base: "Learning the narrator's lines", full: "Fine-tuning all weights", lora: "Fine-tuning the adapters" }[phase]}, step ${step}`,
  done: "Done.",
  failed: (message) => `The Worker failed: ${message}`,
  phases: { base: "before", full: "all weights", lora: "LoRA, rank 8" },
  trained: "trained numbers",
  hundred: "loss, the hundred lines",
  others: "loss, other lines",
  ratio: "LoRA beside all",
  sample: "writes",
  checked: (difference, changed) =>
    `Merging changes a logit by at most ${difference}; training the adapters changed ${changed} of the model's own numbers.`,
  plot: (full, lora) => `The loss while fine-tuning: ${full} with all weights, ${lora} with LoRA.`,
  step: "step",
  loss: "loss",
  caption:
    "A GPT of 0.4 million numbers first learns two thousand lines of a narrator, then a hundred lines of a pirate: once with all of its weights, once with adapters of rank 8.",
};

const zh: Words = {
  whole: "在此标签页中训练",
  short: "只跑十步",
  stop: "停止",
  idle: "训练在 Worker 中进行，页面保持响应。",
  running: (phase, step) =>
    `${{ base: "学习旁白语料", full: "微调全部权重", lora: "微调适配器" }[phase]}，第 ${step} 步`,
  done: "完成。",
  failed: (message) => `Worker 出错：${message}`,
  phases: { base: "微调前", full: "全部权重", lora: "LoRA，秩 8" },
  trained: "训练的参数个数",
  hundred: "一百行上的损失",
  others: "其他行上的损失",
  ratio: "LoRA 与全部权重之比",
  sample: "生成",
  checked: (difference, changed) =>
    `合并后 logits 的变化不超过 ${difference}；训练适配器改变了模型自身的 ${changed} 个参数。`,
  plot: (full, lora) => `微调过程中的损失：全部权重 ${full}，LoRA ${lora}。`,
  step: "步",
  loss: "损失",
  caption:
    "一个有 40 万参数的 GPT 先学习两千行旁白，再学习一百行海盗腔：一次微调全部权重，一次只训练秩为 8 的适配器。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
