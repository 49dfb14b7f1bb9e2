import type { en } from "./en.ts";

const xiaohong = ["小红", "丢了", "她的", "钥匙"];
const house = ["in", "the", "white", "house"];

export const zh: typeof en = {
  title: "打分与掩码",
  lead: "为每对查询和键打分，softmax 把分数变成权重，再按权重混合各个值。",
  presets: { pronoun: "代词", previous: "前一个词", copy: "复制", translation: "翻译" },
  preset: "例子",
  edited: "已修改",
  restore: "恢复原来的数",
  meaning: {
    pronoun: {
      columns: "键说明词是什么，查询说明词在找什么。",
      asks: "“她的”要找人（3），不找代词（−1）和物（−1）。",
      found: "它找到了小红。",
    },
    previous: {
      columns: "键是自己的位置，查询是要找的位置。",
      asks: "每个查询找前一个位置；第一个词前面没有词，查询为 0。",
      found: "除第一个词外，每个词都找到了前一个词。",
    },
    copy: {
      columns: "键是自己的位置，查询是要找的位置。",
      asks: "每个查询找自己的位置。",
      found: "每个词都找到自己：最大的权重落在对角线上。",
    },
    translation: {
      columns: "法语词查询英语词，各列是词性。",
      asks: "“maison”找名词，“blanche”找形容词。",
      found: "它们找到了“house”和“white”，次序相反。",
    },
  },
  between: "",

  query: "查询",
  matrices: { q: "Q，查询", k: "K，键", v: "V，值" },
  matrixTabs: "修改矩阵",
  cell: (matrix, row, col) => `${matrix}：${row}，${col}`,
  wrongCell: (matrix, row, col, text) =>
    `${matrix}中“${row}”行“${col}”列的“${text}”不是 −999 到 999 之间的数。请输入 2 或 −0.5 这样的数；在此之前保留原来的数。`,
  figureTitle: "打分的过程",
  hint: "指向分数可以看到对应的查询和键，指向权重可以看到对应的值。点击分数可将其屏蔽。",
  hintTouch: "点一下分数可以看到对应的查询和键，点一下权重可以看到对应的值。再点一次分数可将其屏蔽。",

  scoring: "打分方式",
  scoreNames: {
    scaled: "缩放点积",
    dot: "点积",
    additive: "加性",
    gaussian: "高斯",
    average: "无（平均）",
  },
  temperature: "温度",
  validLen: "有效长度",
  keysOf: (count, all) => (count === all ? "所有键" : `前 ${count} 个，共 ${all} 个`),
  causal: "因果：查询看不见后面的键",
  noCausal: "这里没有因果掩码：查询和键是两个不同的句子，没有哪个键排在查询之后。",
  clearMask: (count) => `取消屏蔽点过的 ${count} 个`,
  heads: "头数",
  head: "显示的头",
  seed: "加性层的随机种子",
  random: "这里的 W、U 和 w 是随机的，没有训练过，所以这些分数没有意义：换一个种子，分数就不同。",
  formula: "计算的内容",
  mask: {
    name: "掩码",
    causal: "因果",
    length: (count) => (count === 0 ? "没有键" : `前 ${count} 个键`),
    clicked: (count) => `${count} 个分数`,
  },
  maskOf: (parts) => `掩码：被屏蔽处为 −∞（${parts}）`,

  rowTitle: (name) => `“${name}”这一行`,
  rowText: "softmax 先减去最大的分数：权重不变，且指数不会溢出。",
  masked: "已屏蔽",
  outputIs: "输出",

  spreadTitle: "为什么要除以 √d？",
  spreadText:
    "两个随机向量的点积是 d 个乘积之和，所以方差是 d。d 越大，分数相差越远，softmax 给最大分数的权重越多，梯度越小。除以 √d 之后，无论 d 多大，方差都是 1。",
  spreadCaption: "随机查询与键的 4096 个分数的分布。",
  spreadLabel: (size, dot, scaled) => `向量大小为 ${size} 的直方图：点积的方差 ${dot}，缩放后 ${scaled}`,
  size: "向量大小 d",
  variance: "方差",
  greatest: "8 个权重中最大的",

  names: {
    pronoun: {
      queries: xiaohong,
      keys: xiaohong,
      features: ["人", "动作", "代词", "物"],
      meanings: ["女性", "人", "物", "过去"],
    },
    previous: {
      queries: xiaohong,
      keys: xiaohong,
      features: ["第1", "第2", "第3", "第4"],
      meanings: xiaohong,
    },
    copy: { queries: xiaohong, keys: xiaohong, features: ["第1", "第2", "第3", "第4"], meanings: xiaohong },
    translation: {
      queries: ["dans", "la", "maison", "blanche"],
      keys: house,
      features: ["介词", "冠词", "形容词", "名词"],
      meanings: house,
    },
  },
  questions: [
    {
      question: "温度为 1 时，“她的”给小红 0.87。温度为 0.3 时给多少？",
      choices: ["更少", "一样", "几乎全部"],
      right: 2,
      answer: "除以 0.3 后分数差距变大：10 对 1.67 及以下，softmax 几乎不给别的词留下权重。",
    },
    {
      question: "在“前一个词”中，没有因果掩码时，第一个词关注什么？",
      choices: ["自己", "所有词，一样多", "最后一个词"],
      right: 1,
      answer: "它的查询是零，所有分数都是 0，相等的分数经 softmax 得到相等的权重：各 0.25。",
    },
    {
      question: "一个查询的所有键都被屏蔽，输出是什么？",
      choices: ["NaN", "值的平均", "零"],
      right: 2,
      answer: "被屏蔽的键在这里等于不存在：没有权重，输出就是 0。若对全是 −∞ 的一行做 softmax，则得到 NaN。",
    },
  ],
};
