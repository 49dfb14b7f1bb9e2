import { grouped } from "../../../ui/grouped.ts";
import { type en, listed } from "./en.ts";

export const zh: typeof en = {
  title: "标签页里的语言模型",
  lead: "根据已有文本，语言模型给每个可能的下一个词元一个概率。抽一个，加到末尾，再来一遍。",
  leadRepeats: "随机词元重复出现：一个小网络在这个标签页里学会查找上一次后面跟着什么。",
  leadMasked: "根据两侧的词，BERT 给出被屏蔽位置上每个词元的概率。",
  model: "模型",
  models: { page: "在这里训练", repeats: "看头怎样形成", files: "打开检查点" },

  text: "当前文本",
  write: "续写",
  stop: "停止",
  draw: "抽一个",
  restart: "回到开头",
  unknown: (words, as) => `词表中没有${listed(words, "、")}，${as === null ? "已略去" : `按 ${as} 读入`}。`,
  unread: (unread, maxLen) => `最多读 ${grouped(maxLen)} 个词元，最前面的 ${grouped(unread)} 个不再读入。`,
  textCut: (kept, left) => `文本框最多容纳 ${grouped(kept)} 个字符，末尾 ${grouped(left)} 个已略去。`,

  next: "接下来是什么？",
  nextText: "细线：模型给出的概率。色条：采样所用的概率。变淡：已被截去。点一个词元即可加到末尾。",
  kept: (kept, all) => `${grouped(all)} 个词元中有 ${grouped(kept)} 个可能被抽到`,
  drawnShare: (drawn, plain) => `采样概率 ${drawn}，模型概率 ${plain}`,
  cut: (plain) => `已截去，模型概率 ${plain}`,
  temperature: "温度",
  topK: "top-k",
  all: "全部",
  topP: "top-p",

  learnTitle: "看它怎样学习",
  learnText: (parameters, characters) =>
    `一个有 ${grouped(parameters)} 个参数的 GPT，每个字符一个词元，训练文本共 ${grouped(characters)} 个字符。`,
  start: "从头训练",
  goOn: "继续",
  pause: "暂停",
  shippedAgain: "恢复训练好的模型",
  ownText: "粘贴自己的训练文本",
  ownHint: (shortest) => `至少 ${grouped(shortest)} 个字符；留空则使用为本页编写的英文小故事。`,
  given: (given, used) =>
    given > used
      ? `共 ${grouped(given)} 个字符，使用前 ${grouped(used)} 个。`
      : `共 ${grouped(given)} 个字符。`,
  tooShort: (given, shortest) => `共 ${grouped(given)} 个字符，至少需要 ${grouped(shortest)} 个。`,
  chinese: "使用中文小故事",
  emptied: "恢复英文小故事",
  status: { idle: "未在训练", starting: "正在启动……", running: "训练中", paused: "已暂停", done: "训练完成" },
  shipped: (step) => `预先训练了 ${grouped(step)} 步`,
  progress: (step, last) => `第 ${grouped(step)} 步，共 ${grouped(last)} 步`,
  loss: "损失",
  lossByStep: "各步的损失",
  heldOut: "留出文本",
  lossLabel: (first, last, step) => `${grouped(step)} 步的损失，从 ${first} 到 ${last}`,
  stepsLegend: "步数",
  lengths: { "200": "200", "600": "600", "1500": "1500" },
  seed: "种子",
  samples: "各步写出的文本",
  computedBy: {
    wasm: (threads) => `WebAssembly SIMD，线程数：${threads}`,
    reference: () => "普通 JavaScript，较慢：此浏览器不支持 WebAssembly SIMD",
  },
  stoppedElsewhere: "离开语言模型页后，微调已结束。",
  filmElsewhere: "离开本页后，学习重复词元的网络已停止训练。",
  pausedElsewhere: "离开本页后训练已暂停，返回时会继续。",
  saved: (began, isOwnText, step, loss) =>
    `你在 ${began} 开始的训练${isOwnText ? "（自己的文本）" : ""}：第 ${grouped(step)} 步${loss === null ? "" : `，损失 ${loss}`}`,
  notSaved: (why) => `此浏览器未能保存训练（${why}）。训练仍在继续。`,
  crashed: (why) => `负责计算的 Worker 已停止（${why}）。请重新开始，或从上次保存处继续。`,

  cacheTitle: "缓存如何工作",
  cacheText:
    "每个词元下方是它在一个头中的键和值。文本只在末尾增长时，已有的列原样复用；开头变了，就全部重新计算。",
  cacheLabel: (tokens) => `${tokens} 个词元的键和值`,
  keys: "键",
  values: "值",
  computed: (computed, reused) =>
    `本次读入：计算 ${grouped(computed)} 个词元，缓存提供 ${grouped(reused)} 个`,
  filled: (filled, places) => `${grouped(places)} 个位置已填 ${grouped(filled)} 个`,
  bytes: (bytes) => `所有头共 ${grouped(Math.round(bytes / 100) / 10)} kB`,
  pace: (ms, perSecond) =>
    `本机实测：使用缓存每个词元 ${ms} 毫秒，不计动画停顿为每秒 ${grouped(perSecond)} 个词元。`,

  headsTitle: "每一个头",
  headsText: "每张图中，一行是一个词元，一列是它可以关注的词元。选一个头，再指向某一行或某个词元。",
  headsLine: (head, token) => `${head}：“${token}”关注`,
  largeLabel: (head, tokens) => `${head}：${tokens} 个词元的权重。用方向键逐个查看。`,
  headsTextTouch: "每张图中，一行是一个词元，一列是它可以关注的词元。点一个头，再点某一行或某个词元。",
  largeHintTouch: (left) => (left > 0 ? `点一个权重。最前面的 ${left} 个词元没有画出。` : "点一个权重。"),
  largeHint: (left) => (left > 0 ? `指向一个权重。最前面的 ${left} 个词元没有画出。` : "指向一个权重。"),
  weight: (query, key, weight) => `“${query}”对“${key}”：${weight}`,
  allWeights: (ms) => `本文本的全部权重：${ms} 毫秒`,
  withoutCache: "，不使用缓存计算",

  keepHeads: "保留这些权重以便比较",
  dropHeads: "不再保留",

  questions: [
    {
      question: "把温度从 1 降到 0.1，色条会怎样变化？",
      choices: ["全部变得一样长。", "最长的一条几乎占满。", "不变：模型没有改变。"],
      right: 1,
      answer: "logit 先除以温度，再做 softmax，小的差距因此被放大。细线是模型自己的概率，保持不动。",
    },
    {
      question: "在“went to the ”之后把 top-p 设为 0.5，37 个词元中有几个可能被抽到？",
      choices: ["3 个", "18 个", "概率高于 1 % 的一半"],
      right: 0,
      answer:
        "top-p 从概率最高的词元开始累加，直到达到设定值：27 % 与 21 % 之和不足 50 %，加上第三个就超过了。",
    },
    {
      question: "在 36 个词元的文本后追加一个词元，要为多少个词元计算键和值？",
      choices: ["全部 37 个", "1 个", "0 个"],
      right: 1,
      answer: "前面的词元不关注后面的词元，它们的键和值不变，由缓存保存；只需计算新词元的键和值。",
    },
  ],
};
