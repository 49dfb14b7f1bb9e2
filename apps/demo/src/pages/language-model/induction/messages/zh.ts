import { grouped } from "../../../../ui/grouped.ts";
import type { en } from "./en.ts";

export const zh: typeof en = {
  learnTitle: "看它怎样学习",
  layers: "层数",
  layerNames: { "2": "两层", "1": "一层（对照）" },
  train: "训练",
  goOn: "继续",
  pause: "暂停",
  anotherSeed: "换一个种子",
  about: (layers, parameters) =>
    `只有${layers === 1 ? "一" : "两"}个注意力层，每层四个头${parameters > 0 ? `，共 ${grouped(parameters)} 个参数` : ""}。每个序列由 32 种词元中随机抽取的 5 到 15 个组成，不断重复。`,
  status: {
    starting: "正在启动……",
    idle: "尚未训练",
    shipped: "已预先训练",
    running: "训练中",
    paused: "已暂停",
    done: "训练完成",
  },
  progress: (seed, step, last) => `种子 ${seed}，第 ${grouped(step)} 步，共 ${grouped(last)} 步`,

  filmTitle: "每个头的变化过程",
  filmText:
    "每个头有多关注前一个词元，又有多关注同一词元上次出现之后的那个词元。做后一件事的头叫归纳头：那里后面跟着什么，这里后面就跟着什么。",
  pair: (first, second) =>
    `两个头合作完成：${first} 让每个词元知道自己前面是什么，${second} 据此找到同一词元之后的词元。`,
  step: "步",
  play: "播放",
  stop: "停止",
  previousToken: "前一个词元",
  induction: "同一词元之后的词元",
  on: (name) => `${name}：开启`,
  scores: (name, step, previous, induction) =>
    `${name}，第 ${grouped(step)} 步：关注前一个词元 ${previous}，关注同一词元之后的词元 ${induction}`,
  accuracy: (step, percent) => `第 ${grouped(step)} 步：重复的词元中有 ${percent} 预测正确`,
  without: (heads, percent) => `；关闭${heads}后为 ${percent}`,
  and: "、",
  allOn: "打开所有头",
  headsOff: "关闭一个头，看看还能预测什么。",

  patternsTitle: "每个头关注哪里",
  patternsText: "同一个序列出现两遍，权重取自这一步。选一个头，再指向某一行。",
  sequence: "每个词元出现之前，网络给它的概率。后一半是可以预知的。",
  chance: (token, percent) => `${token}：${percent}`,
  anotherSequence: "换一个序列",

  compareTitle: "两个网络并排比较",
  compareText: "换一个种子，或同一个网络的另一步：哪些头看前一个词元，哪些头去找上次跟在后面的词元？",
  beside: "与之比较",
  sameRun: "同一个网络",
  runName: (seed, layers, step) => `种子 ${seed}，${layers === 1 ? "一层" : "两层"}，第 ${grouped(step)} 步`,
  besideStep: "对方的步",
  trainOther: "再训练一个种子来比较",

  questions: [
    {
      question: "第 0 层有一个头关注前一个词元。在种子 0 训练好的网络里关闭它，还能预测多少？",
      choices: ["几乎全部：归纳头在第 1 层。", "大约一半的重复词元。", "不到五分之一。"],
      right: 2,
      answer:
        "归纳头要找的，是前面那个词元与当前词元相同的位置。没有第 0 层的那个头，任何词元都不知道自己前面是什么。换别的种子，可能有两个头分担这项工作，剩下的就多一些。",
    },
    {
      question: "关闭第 1 层四个归纳头中的一个，会怎样？",
      choices: ["少预测四分之一的词元。", "几乎没有变化：其余的头做同样的事。", "什么也预测不了。"],
      right: 1,
      answer: "四个头都关注同一个词元，三个就够了。只关闭一个头，还看不出它做了什么。",
    },
    {
      question: "只有一层的网络会形成归纳头吗？",
      choices: ["会，只是更晚。", "会，但较弱。", "不会，训练多久都不会。"],
      right: 2,
      answer:
        "这需要两步：第一层让每个词元知道自己前面是什么，第二层再据此找到那个词元。一层只能完成第一步。",
    },
  ],
};
