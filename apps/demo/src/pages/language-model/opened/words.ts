import type { Dictionary } from "../../../app/words.ts";
import { grouped } from "../../../ui/grouped.ts";
import type { CoderKind, OpenedFacts } from "./calls.ts";
import type { ProblemKind } from "./problem.ts";

/** Bytes as a reader says them. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

const en = {
  open: "Open a checkpoint",
  openText: "GPT-2, BERT and Llama shapes, as they lie on the Hugging Face Hub. The files stay in this tab.",
  needed: "Drop the files here, or choose them:",
  neededFiles: [
    ["config.json", "the sizes"],
    ["*.safetensors", "the weights: one file, or all shards and their index"],
    ["tokenizer.json", "text to tokens; without it, you type token ids"],
    ["adapter_config.json, adapter_model.safetensors", "optional: a LoRA adapter"],
  ] as readonly (readonly [string, string])[],
  usesTitle: "Then",
  uses: [
    "see the weights of every head on your text",
    "watch the next token’s distribution, draw from it, and see the cache fill; BERT guesses a masked token",
    "fine-tune with LoRA on lines that you paste, compare before and after, and save the adapter for PEFT",
  ] as readonly string[],
  choose: "Choose files",
  another: "Open another",
  tales: "Try the small model of this page",
  close: "Close",
  cancel: "Cancel",
  load: (size: string): string => `Load, ${size}`,
  loading: (loaded: string, total: string): string => `Loading: ${loaded} of ${total}`,
  starting: "Reading the headers",
  memory: (numbers: number, full: string, half: string): string =>
    `${grouped(numbers)} numbers take ${full} of memory as float32, or ${half} as bfloat16.`,
  device: (gigabytes: number): string => `This device says it has ${gigabytes} GB.`,
  format: "Weights",
  formats: { float32: "float32", bfloat16: "bfloat16" },

  shape: {
    gpt2: "GPT-2’s shape",
    llama: "Llama’s shape",
    bert: "BERT’s shape",
    tales: "The model of this page",
  },
  sizes: ({ parameters, layers, heads, kvHeads, maxLen, vocabSize }: OpenedFacts): string =>
    `${grouped(parameters)} numbers, ${layers} layers of ${heads} heads${kvHeads < heads ? ` (${kvHeads} of keys and values)` : ""}, ${grouped(maxLen)} positions, ${grouped(vocabSize)} tokens`,
  facts: (sizes: string, memory: string): string => `${sizes}; ${memory} in memory.`,
  readLen: (tokens: number, heads: number): string =>
    `This page reads texts of up to ${grouped(tokens)} tokens: it keeps and draws the weights of all ${grouped(heads)} heads on them.`,
  coder: {
    tokenizer: "",
    characters: "",
    ids: "tokenizer.json is missing, so a text is a row of token ids, such as 3 1 4. To type words, add tokenizer.json.",
  } as Readonly<Record<CoderKind, string>>,
  tied: "The files have no head for masked tokens (cls.predictions): a hidden state is compared with each embedding.",
  ignored: (names: readonly string[]): string =>
    `${names.length} weights that nothing here needs were left out.`,

  problem: {
    config: () => "config.json is missing. Choose it together with the weights: it gives the model’s sizes.",
    weights: () => "The weights are missing. Choose model.safetensors, or all shards with their index.",
    torch: () =>
      "PyTorch’s own format is not read. Save the model with save_pretrained(folder, safe_serialization=True).",
    damaged: (file: string) => `${file} is cut short or damaged. Copy or download it again.`,
    json: (file: string) => `${file} is not whole JSON. Copy or download it again.`,
    architecture: (file: string) =>
      `${file} names an architecture that is not supported. Choose a model of GPT-2, BERT or Llama shape.`,
    option: (file: string) =>
      `${file} asks for something that is not supported. Choose a model without that option.`,
    shard: (file: string) => `The shard ${file} is missing. Add it; the other files are remembered.`,
    index: (file: string) =>
      `${file} and the shards do not belong together. Copy or download all of them from one place.`,
    mismatch: (file: string) =>
      `The weights do not fit ${file}. Choose the config.json that was saved with them.`,
    twice: () =>
      "Two names of one weight hold different numbers. Choose files that were saved together, or see the full message.",
    tokenizer: (file: string) =>
      `${file} cannot be used. Choose the one that was saved with the model, or leave it out and type token ids.`,
    memory: () => "There is not enough memory. Take bfloat16 or a smaller model, or close other tabs.",
    adapter: (file: string) => `${file}: the adapter does not fit. Choose the one of this base model.`,
    other: () => "The model could not be opened.",
  } as Readonly<Record<ProblemKind, (file: string) => string>>,
  stays: "The model before stays open.",
  detail: "In full",

  maskText: "Text",
  maskHint: "Press a token to mask it.",
  maskMissing:
    "These files do not say which token is the mask, so nothing can be masked yet. Type its id (103 in Google’s BERTs), or add a tokenizer.json that has it.",
  maskId: "Token id of the mask",
  maskWrong: (vocabSize: number): string =>
    `A token id is a whole number from 0 to ${grouped(vocabSize - 1)}.`,
  tuneNeedsMask: "A BERT learns by guessing masked tokens: first type the id of the mask.",
  fillHint: "Press a guess to put it in.",
  maskLabel: (token: string): string => `Mask ${token}`,
  guesses: "Which token is masked?",
  hidden: (token: string, share: string): string => `Hidden: ${token}, to which the model gives ${share}.`,
  unreadEnd: (unread: number, maxLen: number): string =>
    `At most ${grouped(maxLen)} tokens are read; the last ${grouped(unread)} are not.`,

  tune: "Fine-tune with LoRA",
  lines: "Lines to learn, one text a line",
  linesHint: "Paste at least one line.",
  settings: "Settings of the adapter",
  rank: "Rank",
  rate: "Learning rate",
  targets: "Beside the weights of",
  steps: "Steps",
  lengths: { "40": "40", "120": "120", "400": "400" },
  begin: "Fine-tune",
  again: "Restart",
  pause: "Pause",
  goOn: "Continue",
  detach: "Remove adapter",
  failed: (why: string): string => `That did not work: ${why}`,
  save: "Save adapter",
  trained: (trained: number, all: number): string =>
    `${grouped(trained)} numbers are trained, ${((100 * trained) / all).toFixed(2)} % of ${grouped(all)}`,
  rankOf: (rank: number, targets: readonly string[]): string => `rank ${rank}: ${targets.join(", ")}`,
  progress: (step: number, loss: string): string => `step ${grouped(step)}, loss ${loss}`,
  tuneStatus: { none: "", running: "Training", paused: "Paused", done: "Done" },
  curve: (first: string, last: string, step: number): string =>
    `Loss of the lines over ${grouped(step)} steps, from ${first} to ${last}`,

  compareTitle: "Before and after",
  compareText: "The same prompt and the same seed, without the adapter and with it.",
  before: "Before",
  after: "After",
  compare: "Compare on the present text",
  linesLoss: (loss: string): string => `loss on the lines ${loss}`,
};

const zh: typeof en = {
  open: "打开检查点",
  openText: "支持 GPT-2、BERT 和 Llama 结构，文件格式与 Hugging Face Hub 相同。文件不会离开本标签页。",
  needed: "把文件拖到这里，或者选择文件：",
  neededFiles: [
    ["config.json", "模型尺寸"],
    ["*.safetensors", "权重：单个文件，或全部分片及其索引"],
    ["tokenizer.json", "文本与词元互转；没有它时输入词元编号"],
    ["adapter_config.json, adapter_model.safetensors", "可选：LoRA 适配器"],
  ],
  usesTitle: "然后可以",
  uses: [
    "查看每个头在你的文本上的权重",
    "查看下一个词元的分布并从中采样，看缓存逐列填满；BERT 则猜测被屏蔽的词元",
    "粘贴若干行文本，用 LoRA 微调，对比前后，并保存 PEFT 可读的适配器",
  ],
  choose: "选择文件",
  another: "打开另一个",
  tales: "试用本页的小模型",
  close: "关闭",
  cancel: "取消",
  load: (size) => `载入，${size}`,
  loading: (loaded, total) => `正在载入：${loaded} / ${total}`,
  starting: "正在读取文件头",
  memory: (numbers, full, half) =>
    `共 ${grouped(numbers)} 个参数，以 float32 存放需要 ${full} 内存，以 bfloat16 存放需要 ${half}。`,
  device: (gigabytes) => `浏览器报告本机内存为 ${gigabytes} GB。`,
  format: "权重格式",
  formats: { float32: "float32", bfloat16: "bfloat16" },

  shape: { gpt2: "GPT-2 结构", llama: "Llama 结构", bert: "BERT 结构", tales: "本页的小模型" },
  sizes: ({ parameters, layers, heads, kvHeads, maxLen, vocabSize }) =>
    `${grouped(parameters)} 个参数，${layers} 层，每层 ${heads} 个头${kvHeads < heads ? `（键和值 ${kvHeads} 个头）` : ""}，${grouped(maxLen)} 个位置，${grouped(vocabSize)} 个词元`,
  facts: (sizes, memory) => `${sizes}；占用内存 ${memory}。`,
  readLen: (tokens, heads) =>
    `本页最多读 ${grouped(tokens)} 个词元，因为要保存并画出全部 ${grouped(heads)} 个头在这些词元上的权重。`,
  coder: {
    tokenizer: "",
    characters: "",
    ids: "缺少 tokenizer.json，因此文本是一串词元编号，例如 3 1 4。要输入文字，请加入 tokenizer.json。",
  },
  tied: "文件中没有预测被屏蔽词元的输出头（cls.predictions），因此用隐藏状态与每个嵌入的内积打分。",
  ignored: (names) => `略去了 ${names.length} 个用不到的权重。`,

  problem: {
    config: () => "缺少 config.json。它给出模型的尺寸，请与权重一起选择。",
    weights: () => "缺少权重。请选择 model.safetensors，或全部分片及其索引。",
    torch: () =>
      "不支持 PyTorch 自有格式。请用 save_pretrained(folder, safe_serialization=True) 重新保存模型。",
    damaged: (file) => `${file} 不完整或已损坏。请重新复制或下载。`,
    json: (file) => `${file} 不是完整的 JSON。请重新复制或下载。`,
    architecture: (file) => `${file} 中的结构不受支持。请选择 GPT-2、BERT 或 Llama 结构的模型。`,
    option: (file) => `${file} 中有不受支持的选项。请选择不带该选项的模型。`,
    shard: (file) => `缺少分片 ${file}。请补上它，其余文件已经记住。`,
    index: (file) => `${file} 与分片不属于同一个模型。请从同一处重新复制或下载全部文件。`,
    mismatch: (file) => `权重与 ${file} 不符。请选择与权重一同保存的 config.json。`,
    twice: () => "同一权重的两个名称对应不同的数值。请选择一同保存的文件，或查看完整信息。",
    tokenizer: (file) => `无法使用 ${file}。请选择与模型一同保存的文件，或去掉它，改为输入词元编号。`,
    memory: () => "内存不足。请改用 bfloat16 或更小的模型，或关闭其他标签页。",
    adapter: (file) => `${file}：适配器与模型不符。请选择为此基础模型训练的适配器。`,
    other: () => "无法打开模型。",
  },
  stays: "之前的模型仍然可用。",
  detail: "完整信息（英文）",

  maskText: "文本",
  maskHint: "点一个词元将它屏蔽，由模型来猜。",
  maskMissing:
    "文件中没有说明哪个词元用作屏蔽标记，因此还不能屏蔽词元。请输入它的编号（Google 的 BERT 为 103），或加入含有它的 tokenizer.json。",
  maskId: "屏蔽标记的编号",
  maskWrong: (vocabSize) => `词元编号是 0 到 ${grouped(vocabSize - 1)} 的整数。`,
  tuneNeedsMask: "BERT 通过猜测被屏蔽的词元来学习，请先输入屏蔽标记的编号。",
  fillHint: "点一个猜测填入文本。",
  maskLabel: (token) => `屏蔽 ${token}`,
  guesses: "被屏蔽的是哪个词元？",
  hidden: (token, share) => `被屏蔽的是 ${token}，模型给它的概率为 ${share}。`,
  unreadEnd: (unread, maxLen) => `最多读 ${grouped(maxLen)} 个词元，末尾 ${grouped(unread)} 个没有读入。`,

  tune: "用 LoRA 微调",
  lines: "要学习的文本，每行一条",
  linesHint: "请至少粘贴一行。",
  settings: "适配器设置",
  rank: "秩",
  rate: "学习率",
  targets: "适配器所在的权重",
  steps: "步数",
  lengths: { "40": "40", "120": "120", "400": "400" },
  begin: "开始微调",
  again: "重新开始",
  pause: "暂停",
  goOn: "继续",
  detach: "移除适配器",
  failed: (why) => `未能完成：${why}`,
  save: "保存适配器",
  trained: (trained, all) =>
    `训练 ${grouped(trained)} 个参数，占 ${grouped(all)} 的 ${((100 * trained) / all).toFixed(2)} %`,
  rankOf: (rank, targets) => `秩 ${rank}：${targets.join("、")}`,
  progress: (step, loss) => `第 ${grouped(step)} 步，损失 ${loss}`,
  tuneStatus: { none: "", running: "训练中", paused: "已暂停", done: "完成" },
  curve: (first, last, step) => `${grouped(step)} 步中各行的损失，从 ${first} 到 ${last}`,

  compareTitle: "微调前后对比",
  compareText: "同一开头、同一种子，分别不用和使用适配器。",
  before: "微调前",
  after: "微调后",
  compare: "用当前文本对比",
  linesLoss: (loss) => `各行的损失 ${loss}`,
};

export type OpenedTexts = typeof en;
export const openedWords: Dictionary<OpenedTexts> = { en, zh };
