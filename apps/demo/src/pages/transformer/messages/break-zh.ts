import { type breaking as Breaking, type patching as Patching, plain, points, signed } from "./break-en.ts";

export const breaking: typeof Breaking = {
  signed,
  plain,
  points,
  title: (own) => `哪些头决定了 “${own}”？`,
  noPronoun: "每个头都是一个开关",
  click: "点击后变为",
  thisHead: "这个头",
  states: { off: "关闭", even: "均匀", frozen: "冻结" },
  isInState: (state) => `（${state}）`,
  headStates: { on: "开启", off: "关闭", even: "均匀", frozen: "冻结" },
  stateText: {
    off: () => "点击的头输出为零。",
    even: () => "点击的头对每个词的权重相同。",
    frozen: (other) => `点击的头的输出取自句子 “${other}”`,
  },
  group: (attention) =>
    ({
      "e1.self": "编码器 0",
      "e2.self": "编码器 1",
      "d1.self": "解码器 0 自注意力",
      "d1.cross": "解码器 0 交叉",
      "d2.self": "解码器 1 自注意力",
      "d2.cross": "解码器 1 交叉",
    })[attention],
  switch: (head, state) => `第 ${head} 头：${state}`,
  taken: (change) => `点击后领先变化 ${change}`,
  nothingToFlip: "这句译文没有代词。",
  task: (own, other) => `点击各个头，直到 “${own}” 变成 “${other}”。只需很少几个。`,
  count: (count) => `${count} 个头`,
  countPatched: (count) => (count === 0 ? "一个替换的向量" : `${count} 个头和一个替换的向量`),
  held: (what, own) => `${what}：仍是 “${own}”。条形表示再点击一次会使它的领先减少多少；橙色表示全部失去。`,
  flipped: (what, own, other) => `${what}：“${own}” 变成了 “${other}”！`,
  lost: (what, own) => `${what}：译文在 “${own}” 之前就已经乱了。`,
  lead: (own) => `“${own}” 的 logit 领先`,
  leadText: "在原译文代词之前的词之后，两个代词的 logit 之差。",
  tookOver: (head, now, before) =>
    `${head}接替了它：现在点击它会使领先减少 ${now}；所有头都开启时，减少 ${before}。`,
  best: (count) => `你的最小组合：${count} 个头。`,
  fewest: (heads, sets, state) =>
    heads === 1
      ? `24 个头中，有 ${sets} 个单独就能做到（${state}）。`
      : `没有一个头单独能做到（${state}）；276 对头中有 ${sets} 对能做到。`,
  otherSeeds: (sizes) => `用其他种子训练的模型分别需要 ${sizes.join("、")} 个。`,
  shared: "它保存在地址中：复制链接即可分享。",
  showBest: "切换到你的最小组合",
  reset: "开启所有头",
};

export const patching: typeof Patching = {
  title: (own) => `“${own}” 从哪里来？`,
  text: (other, own) =>
    `每一格用句子 “${other}” 的向量替换一个向量；颜色表示 “${own}” 的领先还剩多少。点击一格即可替换。`,
  sides: { source: "编码器", target: "解码器" },
  sites: { src: "输入", e1: "第 0 层", e2: "第 1 层", d1: "第 0 层", d2: "第 1 层" },
  cell: (site, word, lead) => `${site}，“${word}”：领先 ${lead}`,
  key: (own, other) => `蓝色：“${own}” 照旧领先；暗淡：领先减少；橙色：“${other}” 领先。`,
};
