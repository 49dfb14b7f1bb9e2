import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Translator: see where each word looked",
  lead: "Before it says a word, the network asks every word of the sentence how much it matters now. The answers are the attention weights.",

  sentence: "English sentence",
  examples: "Or one it has seen",
  empty: "Write a word or two; a full stop ends a sentence.",
  cut: (most: number): string => `Only the first ${most} characters are taken.`,
  unseen: (count: number, most: number): string =>
    `The network reads ${most} tokens at most; the last ${count} of these words it did not see.`,
  unknownWords: (words: string): string =>
    `Not in the vocabulary, so the network saw <unk> in their place: ${words}.`,
  unknown: "not in the vocabulary: the network saw <unk>",

  source: "It read",
  target: "It said",
  chosenLabel: (token: string, looked: string): string => `For “${token}” it looked at ${looked}.`,
  chooseHint:
    "Point at a word that it said, or step through them: the words it read darken by how much it looked at them.",
  alignment: "Alignment",
  alignmentCaption:
    "A row for each word said, a column for each word read; every row sums to 1. Bright: looked at much.",
  alignmentLabel: "Attention weights: rows are the words said, columns the words read.",

  decodingTitle: "Word by word",
  place: (at: number, of: number): string => `Word ${at} of ${of}`,
  previous: "Previous word",
  next: "Next word",
  candidatesText: "What might have come here, by probability. Choose another, and it goes on from there.",
  sayInstead: "– say this instead",
  ownWords: "Back to its own words",

  trainTitle: "Train it from scratch, here",
  trainText: (pairs: number, parameters: string): string =>
    `${pairs} sentence pairs, ${parameters} parameters, a GRU with additive attention (Bahdanau, Cho & Bengio 2015). The sentence above is translated again after every epoch.`,
  shipped: "These weights were trained beforehand. Start from scratch to see them come about.",
  scratch: "Start from scratch",
  run: "Run",
  goOn: "Go on",
  pause: "Pause",
  step: "One step",
  savedRuns: "Runs that this browser keeps",
  saved: (began: string, name: string, epochs: number, loss: string): string =>
    `Your run of ${began}${name === "" ? "" : ` on ${name}`}: ${epochs} epochs, loss ${loss}`,
  resume: "Resume it",
  forget: "Forget it",
  status: {
    idle: "Not training",
    running: "Training",
    paused: "Paused",
    done: "Trained",
  },
  progress: (epoch: number, epochs: number, step: number): string =>
    `epoch ${epoch} of ${epochs}, step ${step}`,
  loss: "loss a token",
  tokensPerSecond: (count: string): string => `${count} tokens/s`,
  left: (time: string): string => `${time} left`,
  seconds: (s: number): string => `${s} s`,
  minutes: (m: number, s: number): string => `${m} min ${s} s`,
  epoch: "epoch",
  lossLabel: (first: string, last: string, epochs: number): string =>
    `Loss over ${epochs} epochs, from ${first} to ${last}`,
  rate: "Learning rate",
  rates: { "0.002": "0.002", "0.005": "0.005", "0.01": "0.01" },
  epochs: "Epochs",
  lengths: { "50": "50", "100": "100", "250": "250" },
  seed: "Seed",
  startsNext: "Seed and learning rate count from the next start.",
  computedBy: {
    wasm: (threads: number): string => `Computed by WebAssembly SIMD, threads: ${threads}`,
    reference: (_: number): string =>
      "Computed in plain JavaScript, slowly: this browser has no WebAssembly SIMD",
  },

  filesTitle: "Your own pairs, and checkpoints",
  filesText:
    "A text file with English, a tab and the translation on each line replaces the embedded corpus. Checkpoints are safetensors files; a run goes on from them exactly. Files stay on this machine.",
  openPairs: "Open sentence pairs…",
  embedded: "Back to what came with the page",
  corpus: "the embedded corpus",
  download: "Download checkpoint",
  open: "Open checkpoint…",
  now: (name: string, pairs: number, source: number, target: number): string =>
    `Now: ${name}, ${pairs} pairs, vocabularies of ${source} and ${target} tokens.`,
  dropHint: "Either kind of file may also be dropped here.",
  opened: (name: string, epoch: number): string => `Opened ${name}: ${epoch} epochs.`,
  openedPairs: (name: string, pairs: number, source: number, target: number): string =>
    `Opened ${name}: ${pairs} pairs, vocabularies of ${source} and ${target} tokens. Run trains on them from scratch.`,
  refused: (name: string, why: string): string => `${name} was not opened, and nothing has changed. ${why}`,
  notSaved: (why: string): string =>
    `This browser did not keep the run (${why}). It goes on; download the checkpoint to keep it.`,
  crashed: (why: string): string =>
    `The worker that computes has stopped (${why}). What was kept last can be resumed.`,
};

const zh: typeof en = {
  title: "翻译：看每个词看向哪里",
  lead: "每说一个词之前，网络都会询问句子里的每个词此刻有多重要。得到的回答就是注意力权重。",

  sentence: "英文句子",
  examples: "或选一句它学过的",
  empty: "写一两个词；句号结束一个句子。",
  cut: (most) => `只取前 ${most} 个字符。`,
  unseen: (count, most) => `网络最多读 ${most} 个词元，最后 ${count} 个词它没有看到。`,
  unknownWords: (words) => `不在词表中，网络看到的是 <unk>：${words}。`,
  unknown: "不在词表中：网络看到的是 <unk>",

  source: "它读到",
  target: "它说出",
  chosenLabel: (token, looked) => `说“${token}”时，它看向 ${looked}。`,
  chooseHint: "指向它说出的某个词，或逐词前进：读到的词按被注视的程度加深。",
  alignment: "对齐",
  alignmentCaption: "每行是说出的一个词，每列是读到的一个词，每行之和为 1。越亮表示看得越多。",
  alignmentLabel: "注意力权重：行是说出的词，列是读到的词。",

  decodingTitle: "逐词解码",
  place: (at, of) => `第 ${at} 个词，共 ${of} 个`,
  previous: "上一个词",
  next: "下一个词",
  candidatesText: "此处可能出现的词，按概率排列。选另一个，它便从那里继续。",
  sayInstead: "——改说这个词",
  ownWords: "恢复它自己的话",

  trainTitle: "在这里从头训练",
  trainText: (pairs, parameters) =>
    `${pairs} 个句对，${parameters} 个参数，带加性注意力的 GRU（Bahdanau、Cho 与 Bengio，2015）。每个轮次之后，上面的句子会重新翻译。`,
  shipped: "这些权重是预先训练好的。从头开始，可以看到它们如何形成。",
  scratch: "从头开始",
  run: "运行",
  goOn: "继续",
  pause: "暂停",
  step: "单步",
  savedRuns: "此浏览器中保存的训练",
  saved: (began, name, epochs, loss) =>
    `你在 ${began} 开始的训练${name === "" ? "" : `（${name}）`}：${epochs} 个轮次，损失 ${loss}`,
  resume: "接着训练",
  forget: "删除",
  status: { idle: "未在训练", running: "训练中", paused: "已暂停", done: "训练完成" },
  progress: (epoch, epochs, step) => `第 ${epoch} 轮，共 ${epochs} 轮，第 ${step} 步`,
  loss: "每词元损失",
  tokensPerSecond: (count) => `每秒 ${count} 词元`,
  left: (time) => `剩余 ${time}`,
  seconds: (s) => `${s} 秒`,
  minutes: (m, s) => `${m} 分 ${s} 秒`,
  epoch: "轮次",
  lossLabel: (first, last, epochs) => `${epochs} 个轮次的损失，从 ${first} 到 ${last}`,
  rate: "学习率",
  rates: { "0.002": "0.002", "0.005": "0.005", "0.01": "0.01" },
  epochs: "轮次数",
  lengths: { "50": "50", "100": "100", "250": "250" },
  seed: "种子",
  startsNext: "种子与学习率从下一次开始时生效。",
  computedBy: {
    wasm: (threads) => `由 WebAssembly SIMD 计算，线程数：${threads}`,
    reference: () => "由普通 JavaScript 计算，较慢：此浏览器没有 WebAssembly SIMD",
  },

  filesTitle: "自己的句对与检查点",
  filesText:
    "每行为英文、制表符、译文的文本文件可以代替内置语料。检查点是 safetensors 文件，训练可从中精确地继续。文件不会离开本机。",
  openPairs: "打开句对文件……",
  embedded: "恢复本页自带的语料与权重",
  corpus: "内置语料",
  download: "下载检查点",
  open: "打开检查点……",
  now: (name, pairs, source, target) => `当前：${name}，${pairs} 个句对，词表大小为 ${source} 与 ${target}。`,
  dropHint: "两种文件也可以拖放到这里。",
  opened: (name, epoch) => `已打开 ${name}：${epoch} 个轮次。`,
  openedPairs: (name, pairs, source, target) =>
    `已打开 ${name}：${pairs} 个句对，词表大小为 ${source} 与 ${target}。运行即从头训练。`,
  refused: (name, why) => `${name} 没有打开，一切照旧。${why}`,
  notSaved: (why) => `此浏览器没有保存训练（${why}）。训练继续；要保留请下载检查点。`,
  crashed: (why) => `负责计算的 Worker 已停止（${why}）。可以从上次保存处继续。`,
};

export type Texts = typeof en;
export const words: Dictionary<Texts> = { en, zh };
