import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Scoring and masks",
  lead: "Queries score keys, softmax turns scores into weights, weights mix the values.",
  presets: {
    pronoun: "pronoun",
    previous: "previous token",
    copy: "copy",
    translation: "translation",
  },
  preset: "Example",
  edited: "edited",
  restore: "Restore its numbers",
  meaning: {
    pronoun: {
      columns: "A key says what its word is, a query what it looks for.",
      asks: "“her” looks for a person (3), not for a pronoun (−1) or a thing (−1).",
      found: "It finds Anna.",
    },
    previous: {
      columns: "A key says its position; a query names a position.",
      asks: "Each query names the position before its own; the first word has none, and its query is 0.",
      found: "Each word but the first finds the one before it.",
    },
    copy: {
      columns: "A key says its position; a query names a position.",
      asks: "Each query names its own.",
      found: "Each word finds itself: the largest weights lie on the diagonal.",
    },
    translation: {
      columns: "French words query English ones; columns are parts of speech.",
      asks: "“maison” looks for a noun, “blanche” for an adjective.",
      found: "They find “house” and “white”, in the other order.",
    },
  },
  between: " ",

  query: "Query",
  matrices: { q: "Q, queries", k: "K, keys", v: "V, values" },
  matrixTabs: "Edit the matrices",
  cell: (matrix: string, row: string, col: string): string => `${matrix}: ${row}, ${col}`,
  wrongCell: (matrix: string, row: string, col: string, text: string): string =>
    `“${text}” in ${matrix}, row ${row}, column ${col}, is not a number from −999 to 999. Type one such as 2 or −0.5; until then the cell keeps its last number.`,
  scene: (result: string): string => `Q, K transposed, scores, weights, V and output. ${result}`,
  sceneSoFar: "Q, K transposed, scores, weights, V and output, as far as they are computed.",
  scoreCell: (query: string, key: string, score: string, open: boolean): string =>
    open ? `Score of ${query} and ${key}: ${score}` : `Score of ${query} and ${key}: masked`,
  weightCell: (query: string, key: string, weight: string): string =>
    `Weight of ${query} on ${key}: ${weight}`,
  notYet: "not computed yet",
  titles: {
    bench: "one score",
    scores: "scores",
    softmax: "softmax",
    weights: "weights",
    output: "output",
  },
  figureTitle: "Scoring in motion",
  hint: "Point at a score to see its query and its key, at a weight to see its value. Click a score to mask it.",
  hintTouch:
    "Tap a score to see its query and its key, a weight to see its value. Tap a score again to mask it.",

  play: "Play",
  halt: "Pause",
  back: "Back",
  next: "Step",
  moment: "Moment",
  stepOf: (step: number, all: number): string => `${step} of ${all}`,
  result: "result",
  blocks: "Show",
  blockNames: { scores: "Q, K and scores", values: "weights and V" },
  steps: {
    score: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” slide together. The products of their components add up to ${sum}.`,
    scale: (divisor: string): string => `All scores are divided by ${divisor}.`,
    mask: (query: string, masked: string): string => `Masked for “${query}”: ${masked}, whatever the score.`,
    softmax: (): string =>
      "Softmax: a score s becomes a bar of length exp(s − the largest score). Divided by their sum, the bars share 1.",
    weights: (): string => "The bars pour into the row of weights.",
    mix: (query: string): string =>
      `Each row of V moves down, as strong as its weight. Their sum is the output of “${query}”.`,
    rest: (): string => "The other queries do the same, all at once.",
  },
  otherTerms: {
    gaussian: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” slide together. −½ of their squared differences is ${sum}.`,
    additive: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” are projected and added; w · tanh of the sums gives ${sum}.`,
    average: (query: string, key: string): string =>
      `The query of “${query}” and the key of “${key}” are not compared: every score is 0.`,
  },
  resultOf: (query: string, keys: readonly string[], weight: string): string =>
    keys.length === 1
      ? `“${query}” gives its largest weight, ${weight}, to “${keys[0]}”.`
      : `“${query}” gives its largest weight, ${weight} each, to ${keys.map((key) => `“${key}”`).join(" and ")}.`,
  resultEven: (query: string): string => `“${query}” shares its weight equally.`,
  resultNone: (query: string): string =>
    `All keys are masked for “${query}”: its weights and its output are 0, not NaN.`,

  scoring: "Score",
  scoreNames: {
    scaled: "scaled dot",
    dot: "dot",
    additive: "additive",
    gaussian: "Gaussian",
    average: "none (mean)",
  },
  temperature: "Temperature",
  validLen: "Valid length",
  keysOf: (count: number, all: number): string => (count === all ? "all keys" : `first ${count} of ${all}`),
  causal: "Causal: no query sees later keys",
  noCausal:
    "No causal mask here: queries and keys are two different sentences, so no key comes after a query.",
  clearMask: (count: number): string => `Unmask ${count} clicked`,
  heads: "Heads",
  head: "Head shown",
  seed: "Seed of the additive layer",
  formula: "What is computed",
  mask: {
    name: "mask",
    causal: "causal",
    length: (count: number): string => (count === 0 ? "no keys" : `first ${count} keys`),
    clicked: (count: number): string => (count === 1 ? "1 score" : `${count} scores`),
  },
  maskOf: (parts: string): string => `mask: −∞ where masked (${parts})`,
  perHead: (columns: string): string => `columns ${columns}`,

  rowTitle: (name: string): string => `The row of “${name}”`,
  rowText: "Softmax subtracts the largest score first; the weights stay the same and nothing overflows.",
  masked: "masked",
  weightIs: (power: string, total: string, weight: string): string => `${power} / ${total} = ${weight}`,
  outputIs: "output",

  spreadTitle: "Why divide by √d?",
  spreadText:
    "The dot product of random vectors is a sum of d products: its variance is d. The larger d, the farther the scores lie apart, and the more weight softmax gives to the largest; the gradient shrinks. Divided by √d, scores have variance 1 for any d.",
  spreadCaption: "Distribution of 4,096 scores of random queries and keys.",
  spreadLabel: (size: string, dot: string, scaled: string): string =>
    `Histogram for vectors of size ${size}: variance ${dot} for dot products, ${scaled} when scaled`,
  size: "Vector size d",
  variance: "variance",
  greatest: "largest of 8 weights",
};

const zh: typeof en = {
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
  scene: (result) => `Q、K 的转置、分数、权重、V 与输出。${result}`,
  sceneSoFar: "Q、K 的转置、分数、权重、V 与输出，显示到目前算出的部分。",
  scoreCell: (query, key, score, open) =>
    open ? `“${query}”与“${key}”的分数：${score}` : `“${query}”与“${key}”的分数：已屏蔽`,
  weightCell: (query, key, weight) => `“${query}”给“${key}”的权重：${weight}`,
  notYet: "尚未算出",
  titles: { bench: "一个分数", scores: "分数", softmax: "softmax", weights: "权重", output: "输出" },
  figureTitle: "打分的过程",
  hint: "指向分数可以看到对应的查询和键，指向权重可以看到对应的值。点击分数可将其屏蔽。",
  hintTouch: "点一下分数可以看到对应的查询和键，点一下权重可以看到对应的值。再点一次分数可将其屏蔽。",

  play: "播放",
  halt: "暂停",
  back: "后退",
  next: "单步",
  moment: "时刻",
  stepOf: (step, all) => `第 ${step} 步，共 ${all} 步`,
  result: "结果",
  blocks: "显示",
  blockNames: { scores: "Q、K 与分数", values: "权重与 V" },
  steps: {
    score: (query, key, sum) => `“${query}”的查询与“${key}”的键靠到一起，各分量的乘积相加得 ${sum}。`,
    scale: (divisor) => `所有分数除以 ${divisor}。`,
    mask: (query, masked) => `对“${query}”屏蔽：${masked}，不论分数多高。`,
    softmax: () => "softmax：分数 s 变成长度为 exp(s − 最大分数) 的条，再除以总长，各条之和为 1。",
    weights: () => "这些条填入权重矩阵的一行。",
    mix: (query) => `V 的每一行按各自的权重下移，加起来就是“${query}”的输出。`,
    rest: () => "其余的查询也同样计算，而且是同时进行的。",
  },
  otherTerms: {
    gaussian: (query, key, sum) => `“${query}”的查询与“${key}”的键靠到一起，差的平方和乘 −½ 得 ${sum}。`,
    additive: (query, key, sum) =>
      `“${query}”的查询与“${key}”的键各自投影后相加，取 tanh 再乘 w，得 ${sum}。`,
    average: (query, key) => `不比较“${query}”的查询与“${key}”的键：分数一律为 0。`,
  },
  resultOf: (query, keys, weight) =>
    keys.length === 1
      ? `“${query}”把最大的权重 ${weight} 给了“${keys[0]}”。`
      : `“${query}”把最大的权重给了${keys.map((key) => `“${key}”`).join("和")}，各 ${weight}。`,
  resultEven: (query) => `“${query}”把权重平均分配。`,
  resultNone: (query) => `“${query}”的所有键都被屏蔽：权重和输出都是 0，而不是 NaN。`,

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
  formula: "计算的内容",
  mask: {
    name: "掩码",
    causal: "因果",
    length: (count) => (count === 0 ? "没有键" : `前 ${count} 个键`),
    clicked: (count) => `${count} 个分数`,
  },
  maskOf: (parts) => `掩码：被屏蔽处为 −∞（${parts}）`,
  perHead: (columns) => `第 ${columns} 列`,

  rowTitle: (name) => `“${name}”这一行`,
  rowText: "softmax 先减去最大的分数：权重不变，且指数不会溢出。",
  masked: "已屏蔽",
  weightIs: (power, total, weight) => `${power} / ${total} = ${weight}`,
  outputIs: "输出",

  spreadTitle: "为什么要除以 √d？",
  spreadText:
    "两个随机向量的点积是 d 个乘积之和，所以方差是 d。d 越大，分数相差越远，softmax 给最大分数的权重越多，梯度越小。除以 √d 之后，无论 d 多大，方差都是 1。",
  spreadCaption: "随机查询与键的 4096 个分数的分布。",
  spreadLabel: (size, dot, scaled) => `向量大小为 ${size} 的直方图：点积的方差 ${dot}，缩放后 ${scaled}`,
  size: "向量大小 d",
  variance: "方差",
  greatest: "8 个权重中最大的",
};

export type Texts = typeof en;
export const words: Dictionary<Texts> = { en, zh };
