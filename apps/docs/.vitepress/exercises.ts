import type { Lang } from "./pages.ts";

/** An exercise that the playground checks: `code/exercises/NAME.ts`, with its checks beside it in `NAME.check.ts`. */
interface Exercise {
  /** The page that it belongs to. */
  readonly page: string;
  readonly task: Readonly<Record<Lang, string>>;
}

export const exercises: Readonly<Record<string, Exercise>> = {
  "row-shares": {
    page: "book/tensors",
    task: {
      en: "Divide each row of a matrix by its own sum, so that every row adds up to 1. No loops.",
      zh: "把矩阵的每一行除以该行之和，使每行之和为 1。不要用循环。",
    },
  },
  softmax: {
    page: "book/kernel-regression",
    task: {
      en: "Write softmax over the last dim. The exponential of a large score is Infinity: subtract each row's largest one first.",
      zh: "写出最后一维上的 softmax。较大的评分取指数会得到 Infinity，所以每行先减去该行的最大值。",
    },
  },
  "kernel-prediction": {
    page: "book/kernel-regression",
    task: {
      en: "Find the bug, then predict: this kernel regression prefers the points that are far away.",
      zh: "找出错误，让预测正确：这个核回归偏爱远处的点。",
    },
  },
  "pairwise-scores": {
    page: "book/scoring-and-masking",
    task: {
      en: "Write additive scores: for each query and key, the sum over the hidden units of v times tanh(q + k). No loops.",
      zh: "写出加性评分：对每对查询和键，求 v 乘以 tanh(q + k) 在隐藏单元上的和。不要用循环。",
    },
  },
  "masked-attention": {
    page: "book/scoring-and-masking",
    task: {
      en: "Write scaled dot-product attention with a mask, true where a query may attend to a key.",
      zh: "写出带掩码的缩放点积注意力；掩码为 true 的位置可以被查询关注。",
    },
  },
  "softmax-slopes": {
    page: "book/why-scale",
    task: {
      en: "Write the way of a gradient back through softmax, from the weights to the scores, without automatic differentiation.",
      zh: "写出梯度经过 softmax 的反向计算：由权重的梯度得到分数的梯度，不用自动微分。",
    },
  },
  "fold-biases": {
    page: "book/bias",
    task: {
      en: "Drop the biases of keys and values, and give the output projection a bias with which the layer computes the same. The start has two mistakes.",
      zh: "去掉键和值的偏置，改写输出投影的偏置，使这一层的结果不变。起始代码有两处错误。",
    },
  },
  "clipped-precision": {
    page: "book/seq2seq",
    task: {
      en: "Write the precision of BLEU: an n-gram counts at most as often as the reference has it.",
      zh: "写出 BLEU 的精度：每个 n 元组的计数不超过它在参考译文中的次数。",
    },
  },
  "error-rate": {
    page: "book/alignment",
    task: {
      en: "Find the bug: this alignment error rate is not 0 although all sure links are found, and no others.",
      zh: "找出错误：所有确定的连接都找到了，也没有多余的，这个对齐错误率却不是 0。",
    },
  },
  "find-the-leak": {
    page: "book/self-attention",
    task: {
      en: "Find the bug: this causal attention lets words see those that follow. Its weights add up to 1, so nobody noticed.",
      zh: "找出错误：这个因果注意力让每个词看到了后面的词。它的权重之和为 1，所以没有人发现。",
    },
  },
  "split-heads": {
    page: "book/multi-head",
    task: {
      en: "Write splitHeads, (b, n, h · d) to (b, h, n, d), and mergeHeads, which undoes it.",
      zh: "写出 splitHeads：(b, n, h · d) 变为 (b, h, n, d)；再写出还原它的 mergeHeads。",
    },
  },
  positions: {
    page: "book/positions",
    task: {
      en: "Write sinusoidal positions: (n, d), sines in the even columns, cosines in the odd ones.",
      zh: "写出正弦位置编码，形状为 (n, d)：偶数列为正弦，奇数列为余弦。",
    },
  },
  "add-and-norm": {
    page: "book/transformer-by-hand",
    task: {
      en: "Write the end of a sublayer: add its result to what went in, then normalize each row to mean 0 and variance 1.",
      zh: "写出子层的最后一步：把结果加到输入上，再把每行归一化为均值 0、方差 1。",
    },
  },
  "greedy-decoding": {
    page: "book/transformer-by-hand",
    task: {
      en: "Write greedy decoding: append the likeliest next word until it is the end, or there are too many words.",
      zh: "写出贪心解码：每次接上最可能的下一个词，直到句末或词数达到上限。",
    },
  },
  "top-p": {
    page: "book/language-models",
    task: {
      en: "Find the bug: top-p must keep the fewest tokens whose probabilities reach p, and at least one.",
      zh: "找出错误：top-p 要保留概率之和达到 p 的最少几个词元，至少保留一个。",
    },
  },
  "cut-patches": {
    page: "book/images",
    task: {
      en: "Find the bug: cut images into patches, each a row of numbers in the order of Conv2d's weights. The start has the right shape, and the wrong pixels.",
      zh: "找出错误：把图像切成图像块，每块是一行数，顺序与 Conv2d 的权重一致。起始代码形状正确，像素却放错了。",
    },
  },
  "mask-words": {
    page: "book/bert",
    task: {
      en: "Write the masks of BERT: choose words, change them by the rule 80/10/10, and ask for the chosen ones alone.",
      zh: "写出 BERT 的掩码：选出一些词，按 80/10/10 规则改动，只让被选中的词计入损失。",
    },
  },
  "online-softmax": {
    page: "book/fast-attention",
    task: {
      en: "Write the online softmax's update: what is kept of the tiles so far, and one more tile. Large scores must not overflow.",
      zh: "写出在线 softmax 的更新：由已保留的状态和新的一块，得到新的状态。分数很大时不能溢出。",
    },
  },
  "byte-pairs": {
    page: "book/real-text",
    task: {
      en: "Find two bugs in byte-pair encoding: a pair counts as often as it occurs in the text, and a merge uses up both parts.",
      zh: "找出字节对编码的两处错误：字符对要按在文本中出现的次数计数；合并会用掉左右两个部分。",
    },
  },
  buckets: {
    page: "book/real-text",
    task: {
      en: "Write batches without padding: each holds sentences of one length, at most size of them, and each sentence comes once.",
      zh: "写出不需要填充的批次：每批只含同一长度的句子，至多 size 个，每个句子恰好出现一次。",
    },
  },
};
