import type { Question } from "../../../ui/challenges.tsx";
import { grouped, percent } from "../../../ui/grouped.ts";
import type { Measured } from "../shipped/start.ts";
import { accuracyAfter, early, type en, last } from "./en.ts";

const range = (run: Measured | undefined): string =>
  run === undefined ? "" : `${run.epochs} 轮后为 ${percent(run.worst)} 至 ${percent(run.best)}`;

const questions: readonly Question[] = [
  {
    question: "训练之前，每个词会关注哪里？",
    choices: ["第一个词", "每个词都关注一点", "随机的某一个词"],
    right: 1,
    answer: "随机权重算出的分数又小又接近，softmax 给出几乎相等的权重，因此每条弧线都很细。",
  },
  {
    question: "训练一个轮次之后，网络会写出什么？",
    choices: ["杂乱无章的词", "通顺但意思不对的法语", "词都对，但用英语的语序"],
    right: 1,
    answer:
      "最先学会的是常见的规律：哪个词跟在哪个词后面。应该关注哪个英文词要稍后才学会，译文的意思也随之正确。",
  },
  {
    question: `从第 ${early} 轮到第 ${last} 轮，损失下降了一半。留出集准确率会怎样？`,
    choices: ["上升得一样多", "只上升一点", "下降"],
    right: 1,
    answer: `它从 ${accuracyAfter(early)} 升到 ${accuracyAfter(last)}。损失在训练用的句对上测量，准确率在没有训练过的句子上测量，后者才说明真正学会了多少。`,
  },
];

export const zh: typeof en = {
  title: "亲手训练",
  lead: "网络就在这个标签页里学习翻译，并学会关注正确的词。",

  sentence: "英文句子",
  pickHint: "输入，或点选下方的词",
  nextWords: "词表中的词",
  examples: "训练数据中的句子：",
  heldOut: "训练中从未见过：",
  empty: "请输入一两个词，句末加句号。",
  cut: (most) => `只使用前 ${most} 个字符。`,
  unseen: (count, most) => `网络最多读 ${most} 个词元，最后 ${count} 个词未读入。`,
  uncertain: (certainty) => `整句译文把握不大（${certainty}），可能有错译或漏译，不限于画虚线的词。`,
  unknownWords: (words, count) =>
    `${words.map((word) => `“${word}”`).join("、")}不在词表的 ${count} 个词中，网络读到的是 <unk>。可替换：`,
  replace: (word) => `${word} →`,

  figureTitle: "句子与译文之间的注意力",
  figureLabel: (source, target) => `“${source}”与“${target}”之间的注意力。每个词列出其权重。`,
  describe: (word, others, trust) =>
    `${word}${trust < 0.9 ? `（把握 ${percent(trust)}）` : ""}：${others.map(([other, weight]) => `${other} ${percent(weight)}`).join("，")}`,

  film: "训练过程回放",
  play: "播放",
  playBackwards: "倒放",
  scrubber: "显示的轮次",
  frame: (epoch, translation) => `第 ${epoch} 轮：${translation}`,
  newest: "最新",
  newestHint: "回到网络的当前状态",
  filmHint: "拖动滑块，或使用方向键；空格键播放，Shift+空格键倒放。",
  noFilm: "没有这句话的训练过程。点击“开始”会从头训练并记录。",
  filmGrows: "完成第一个轮次后即可回放。",
  filmWaits: "这句话还没有训练过程可供回放：至少要完成一个轮次。",

  saveTitle: "分享训练过程",
  saveFilm: "保存影片",
  copyLink: "复制本次训练的链接",
  link: "链接",
  drawing: "正在绘制",
  saveText:
    "链接不含数据，只含重现训练所需的信息：句子、种子、设置与计算内核的版本。打开链接即可训练出同样的网络，得到同样的数值。",
  filmSaved: (name, frames, kilobytes) => `已保存 ${name}：${frames} 帧，${kilobytes} kB。`,
  filmFailed: (why) => `未能写出文件（${why}）。`,
  cannotWrite: "此浏览器不支持视频编码（WebCodecs 的 VP9、VP8 或 AV1），无法写出影片。可以改为复制链接。",
  linkCopied: "链接已复制。",
  linkShown: "请从输入框复制链接。",
  noLink: "这次训练使用了你自己的句对，链接无法包含它们。请改为分享检查点。",
  filmTitle: "在浏览器标签页里学习翻译",
  filmSubtitle: (pairs, parameters) => `${pairs} 个句对 · ${parameters} 个参数 · Saccade`,
  epochOf: (epoch, last) => `第 ${epoch} 轮，共 ${last} 轮`,
  untrained: "未训练",

  sharedRun: (seed, lr, epochs) => `这是一次分享的训练：种子 ${seed}，学习率 ${lr}，${epochs} 个轮次。`,
  fits: {
    same: (asked) => `此浏览器的计算内核与其相同（${asked}），因此每一位数字都会相同。`,
    plain: (asked, own) =>
      `它用另一种计算内核算出（${asked}，此浏览器默认使用 ${own}），两者舍入方式不同。此处也会改用 plain 内核，因此每一位数字都会相同。`,
    other: (asked, own) =>
      `它用另一种计算内核算出（${asked}，此浏览器只有 ${own}），两者舍入方式不同，因此数值会有差异。`,
  },
  pressStart: "点击“开始”即可重新计算。",
  reproduced: (loss) => `已重现：最后的损失为 ${loss}，每一位数字都相同。`,
  notReproduced: (own, asked) => `未能重现：最后的损失为 ${own}，链接中为 ${asked}。`,
  forgetLink: "关闭",

  scratch: "开始",
  starting: "正在启动……",
  startOver: "重新开始",
  goOn: "继续",
  pause: "暂停",
  step: "单步",
  epoch: "轮次",
  loss: "损失",
  accuracy: "留出集准确率",
  accuracyNote: (count) => `在训练中从未见过的 ${count} 个句子上测量：译文逐词全对的比例。`,
  noneHeldOut: "不同的句子太少，无法留出一部分用于测量。",
  right: (right, count) => `留出的 ${count} 个句子中，${right} 句译文逐词全对。`,
  measured: (shipped, runs, [own, twice]) =>
    `页面自带的权重：${shipped}（plain 内核）。实测 ${runs} 次从头训练：${range(own)}；${range(twice)}。`,
  curveLabel: (epochs, first, last, accuracy) =>
    `${epochs} 个轮次中损失从 ${first} 降到 ${last}，留出集准确率为 ${accuracy}。`,
  epochsCount: (epochs) => `${epochs} 轮`,
  status: {
    idle: "未在训练",
    starting: "正在启动",
    running: "训练中",
    paused: "已暂停",
    done: "训练完成",
  },
  statusLine: (status, progress) => `${status}：${progress}`,
  progress: (epoch, epochs, step) => `第 ${epoch} 轮，共 ${epochs} 轮，第 ${step} 步`,
  tokensPerSecond: (count) => `每秒 ${count} 词元`,
  left: (seconds) =>
    seconds < 60 ? `剩余 ${seconds} 秒` : `剩余 ${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`,

  settings: "训练设置",
  trainText: (pairs, ofEpoch, heldOut, parameters) =>
    `${grouped(pairs)} 个句对用于训练${ofEpoch < pairs ? `（每轮 ${grouped(ofEpoch)} 个）` : ""}，另留出 ${heldOut} 个；${parameters} 个参数：双向 GRU 编码器，GRU 解码器带 general 注意力（Luong、Pham 与 Manning，2015）。`,
  shipped: "页面自带的权重是预先训练好的。点击“开始”则从头训练。",
  rate: "学习率",
  rates: { "0.002": "0.002", "0.005": "0.005", "0.01": "0.01" },
  epochs: "轮次数",
  seed: "种子",
  startsNext: "种子、学习率与计算设备在下次开始训练时生效。",
  computedBy: {
    wasm: (threads, kernels) => `后端：WebAssembly SIMD（${kernels}），线程数：${threads}`,
    reference: () => "后端：普通 JavaScript，较慢；此浏览器不支持 WebAssembly SIMD",
  },

  saved: (began, name, epochs, loss, step) =>
    `你在 ${began} 开始的训练${name === "" ? "" : `（${name}）`}：${
      loss === null ? `第 1 轮，第 ${step} 步` : `已完成 ${epochs} 轮，损失 ${loss}`
    }`,

  detailsTitle: "逐词查看权重",
  alignmentCaption: "每行是一个输出词，每列是一个输入词，每行之和为 1。颜色越蓝表示注意力越大。",
  alignmentLabel: "注意力权重：行是输出词，列是输入词。",
  decodingTitle: "每个词的选择",
  place: (at, of) => `第 ${at} 个词，共 ${of} 个`,
  previous: "上一个词",
  next: "下一个词",
  candidatesText: "此处最可能的词，按概率排列。选择其他词，即从该处继续翻译。",
  sayInstead: "——改用这个词",
  ownWords: "恢复原译文",
  epochsTable: "各轮次的数值",

  filesTitle: "自己的句对与检查点",
  filesText:
    "每行为英文、制表符、译文的文本文件可以代替内置句对。检查点是 safetensors 文件，可从中精确恢复训练。文件不会离开本机。",
  openPairs: "打开句对文件……",
  embedded: "恢复本页自带的句对与权重",
  corpus: "由语法生成的句对",
  download: "下载检查点",
  open: "打开检查点……",
  now: (name, pairs, source, target) =>
    `当前：${name}，${grouped(pairs)} 个句对，词表大小为 ${source} 与 ${target}。`,
  credit: (credit) => `句子来源：${credit}`,
  dropHint: "两种文件也可以拖放到这里。",
  opened: (name, epoch) => `已打开 ${name}：${epoch} 个轮次。`,
  openedPairs: (name, { given, used, heldOut, sourceWords, targetWords }) =>
    `已打开 ${name}：${
      given > used
        ? `共 ${grouped(given)} 个句对，本页最多使用 ${grouped(used)} 个，已从整个文件中均匀抽取`
        : `${grouped(used)} 个句对`
    }，其中留出 ${heldOut} 个；词表大小为 ${sourceWords} 与 ${targetWords}。点击“开始”即可训练。`,
  refused: (name, why) => `${name} 未能打开，没有任何改动。${why}`,
  tooLarge: (megabytes, most) => `文件有 ${megabytes} MB，本页最多打开 ${most} MB。`,
  damaged: "文件已损坏，或者不是检查点。",
  foreign: "这是其他程序的检查点。",
  otherPairs: "它是用其他句对训练的，或者来自本页的其他版本。",
  badPairs: (line) => `第 ${line} 行应为“英文、制表符、译文”。`,
  notSaved: (why) => `此浏览器未能保存训练（${why}）。训练仍在继续，如需保留请下载检查点。`,
  pausedElsewhere: "离开本页后训练已暂停，返回时会继续。",
  crashed: (why) => `负责计算的 Worker 已停止（${why}）。可以从上次保存处继续。`,

  questions,
};
