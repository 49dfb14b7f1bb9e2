import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Translator: see what each word attends to",
  lead: "For each output word, the network scores every word of the input sentence. The scores become the attention weights.",

  sentence: "English sentence",
  examples: "Or a sentence from its training data",
  heldOut: "Or a sentence it was not trained on",
  empty: "Enter a word or two; end the sentence with a full stop.",
  cut: (most: number): string => `Only the first ${most} characters are used.`,
  unseen: (count: number, most: number): string =>
    `The network reads at most ${most} tokens; it did not see the last ${count} words.`,
  unknownWords: (words: string): string =>
    `Not in the vocabulary, so the network saw <unk> instead: ${words}.`,
  unknown: "not in the vocabulary: the network saw <unk>",

  source: "Input",
  target: "Output",
  chosenLabel: (token: string, looked: string): string => `“${token}” attends to ${looked}.`,
  chooseHint: "Point at an output word, or step through them. Input words with more weight are darker.",
  alignment: "Alignment",
  alignmentCaption:
    "One row per output word, one column per input word; each row sums to 1. Brighter = more attention.",
  alignmentLabel: "Attention weights: rows are output words, columns are input words.",

  decodingTitle: "Word by word",
  place: (at: number, of: number): string => `Word ${at} of ${of}`,
  previous: "Previous word",
  next: "Next word",
  candidatesText: "The most probable words at this position. Choose another word to continue from there.",
  sayInstead: "– use this instead",
  ownWords: "Restore its own translation",

  trainTitle: "Train from scratch in this page",
  trainText: (pairs: number, parameters: string): string =>
    `${pairs} sentence pairs, ${parameters} parameters, a GRU that reads both ways, and one that writes with general attention (Luong, Pham & Manning 2015). The sentence above is translated again several times a second.`,
  shipped: "These weights were trained in advance. Start from scratch to watch the training.",
  scratch: "Start from scratch",
  goOn: "Continue",
  pause: "Pause",
  step: "One step",
  savedRuns: "Saved runs in this browser",
  saved: (began: string, name: string, epochs: number, loss: string): string =>
    `Your run of ${began}${name === "" ? "" : ` on ${name}`}: ${epochs} epochs, loss ${loss}`,
  resume: "Resume this run",
  forget: "Delete this run",
  status: {
    idle: "Not training",
    running: "Training",
    paused: "Paused",
    done: "Trained",
  },
  progress: (epoch: number, epochs: number, step: number): string =>
    `epoch ${epoch} of ${epochs}, step ${step}`,
  loss: "loss per token",
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
  lengths: { "5": "5", "14": "14", "28": "28", "100": "100", "250": "250" },
  seed: "Seed",
  startsNext: "Seed and learning rate take effect at the next start.",
  computedBy: {
    wasm: (threads: number): string => `Backend: WebAssembly SIMD, threads: ${threads}`,
    reference: (_: number): string =>
      "Backend: plain JavaScript, which is slow; this browser has no WebAssembly SIMD",
  },

  filesTitle: "Your own pairs, and checkpoints",
  filesText:
    "A text file with an English sentence, a tab and its translation on each line replaces the built-in pairs. Checkpoints are safetensors files; a run resumes from them exactly. Files stay on this machine.",
  openPairs: "Open sentence pairs…",
  embedded: "Restore the built-in data and weights",
  corpus: "sentence pairs from a grammar",
  download: "Download checkpoint",
  open: "Open checkpoint…",
  now: (name: string, pairs: number, source: number, target: number): string =>
    `Now: ${name}, ${pairs} pairs, vocabularies of ${source} and ${target} tokens.`,
  dropHint: "You can also drop either kind of file here.",
  opened: (name: string, epoch: number): string => `Opened ${name}: ${epoch} epochs.`,
  openedPairs: (name: string, pairs: number, given: number, source: number, target: number): string =>
    `Opened ${name}: ${
      given > pairs
        ? `the first ${pairs.toLocaleString("en")} of ${given.toLocaleString("en")} pairs, since this page trains on no more`
        : `${pairs.toLocaleString("en")} pairs`
    }; vocabularies of ${source} and ${target} tokens. Press “Start from scratch” to train on them.`,
  refused: (name: string, why: string): string => `${name} was not opened; nothing has changed. ${why}`,
  notSaved: (why: string): string =>
    `This browser could not save the run (${why}). Training continues; download the checkpoint to keep it.`,
  pausedElsewhere: "Training is paused while you are on another page. It continues when you return.",
  crashed: (why: string): string => `The worker has stopped (${why}). You can resume from the last save.`,
};

const zh: typeof en = {
  title: "翻译：查看每个词关注哪里",
  lead: "输出每个词之前，网络都会为输入句子中的每个词打分，分数再变成注意力权重。",

  sentence: "英文句子",
  examples: "或选一句训练数据中的句子",
  heldOut: "或选一句训练数据之外的句子",
  empty: "请输入一两个词，句末加句号。",
  cut: (most) => `只使用前 ${most} 个字符。`,
  unseen: (count, most) => `网络最多读 ${most} 个词元，最后 ${count} 个词未读入。`,
  unknownWords: (words) => `不在词表中，网络看到的是 <unk>：${words}。`,
  unknown: "不在词表中：网络看到的是 <unk>",

  source: "输入",
  target: "输出",
  chosenLabel: (token, looked) => `“${token}”关注 ${looked}。`,
  chooseHint: "指向某个输出词，或逐词查看：输入词的权重越大，颜色越深。",
  alignment: "对齐",
  alignmentCaption: "每行是一个输出词，每列是一个输入词，每行之和为 1。越亮表示注意力越大。",
  alignmentLabel: "注意力权重：行是输出词，列是输入词。",

  decodingTitle: "逐词解码",
  place: (at, of) => `第 ${at} 个词，共 ${of} 个`,
  previous: "上一个词",
  next: "下一个词",
  candidatesText: "此处最可能的词，按概率排列。选择其他词，即从该处继续翻译。",
  sayInstead: "——改用这个词",
  ownWords: "恢复原译文",

  trainTitle: "在本页从头训练",
  trainText: (pairs, parameters) =>
    `${pairs} 个句对，${parameters} 个参数，双向 GRU 编码器，GRU 解码器带 general 注意力（Luong、Pham 与 Manning，2015）。训练过程中，上面的句子会不断重新翻译。`,
  shipped: "这些权重是预先训练好的。点击“从头开始”，可以观察训练过程。",
  scratch: "从头开始",
  goOn: "继续",
  pause: "暂停",
  step: "单步",
  savedRuns: "此浏览器中保存的训练",
  saved: (began, name, epochs, loss) =>
    `你在 ${began} 开始的训练${name === "" ? "" : `（${name}）`}：${epochs} 个轮次，损失 ${loss}`,
  resume: "继续这次训练",
  forget: "删除这次训练",
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
  lengths: { "5": "5", "14": "14", "28": "28", "100": "100", "250": "250" },
  seed: "种子",
  startsNext: "种子与学习率在下次开始训练时生效。",
  computedBy: {
    wasm: (threads) => `后端：WebAssembly SIMD，线程数：${threads}`,
    reference: () => "后端：普通 JavaScript，较慢；此浏览器不支持 WebAssembly SIMD",
  },

  filesTitle: "自己的句对与检查点",
  filesText:
    "每行为英文、制表符、译文的文本文件可以代替内置句对。检查点是 safetensors 文件，可从中精确恢复训练。文件不会离开本机。",
  openPairs: "打开句对文件……",
  embedded: "恢复本页自带的句对与权重",
  corpus: "由语法生成的句对",
  download: "下载检查点",
  open: "打开检查点……",
  now: (name, pairs, source, target) => `当前：${name}，${pairs} 个句对，词表大小为 ${source} 与 ${target}。`,
  dropHint: "两种文件也可以拖放到这里。",
  opened: (name, epoch) => `已打开 ${name}：${epoch} 个轮次。`,
  openedPairs: (name, pairs, given, source, target) =>
    `已打开 ${name}：${
      given > pairs ? `共 ${given} 个句对，本页最多训练前 ${pairs} 个` : `${pairs} 个句对`
    }，词表大小为 ${source} 与 ${target}。点击“从头开始”即可训练。`,
  refused: (name, why) => `${name} 未能打开，没有任何改动。${why}`,
  notSaved: (why) => `此浏览器未能保存训练（${why}）。训练仍在继续，如需保留请下载检查点。`,
  pausedElsewhere: "离开翻译页后训练已暂停，回到该页会继续。",
  crashed: (why) => `负责计算的 Worker 已停止（${why}）。可以从上次保存处继续。`,
};

export type Texts = typeof en;
export const words: Dictionary<Texts> = { en, zh };
