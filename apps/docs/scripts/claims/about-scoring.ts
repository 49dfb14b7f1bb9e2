import type { Topic } from "./claim.ts";

const leads = (width: number, other: string) =>
  ({ difference: [`loss at width ${width}, ${other}`, `loss at width ${width}, scaled dot`] }) as const;
const bias = (which: string): string => `held-out loss, biases in the scores: ${which}`;

/** Scores, their scale and their projections. */
export const scoring: readonly Topic[] = [
  {
    title: { en: "Scores and their scale", zh: "评分与缩放" },
    claims: [
      {
        says: {
          en: "the product of standard normal vectors has variance d, and 1 after division by √d",
          zh: "标准正态向量点积的方差为 d，除以 √d 后为 1",
        },
        tests: [
          {
            shows: {
              en: "largest relative error of the variance, d from 4 to 512",
              zh: "方差的最大相对误差，d 取 4 到 512",
            },
            program: "scoring-functions",
            value: { figure: "variance of dot / d and of scaled dot, farthest from 1" },
            claimed: { below: 0.1 },
          },
        ],
      },
      {
        says: {
          en: "without √d softmax saturates and gradients become too small",
          zh: "不除以 √d，softmax 会饱和，梯度过小",
        },
        tests: [
          {
            shows: { en: "gradient at d = 512, dot over scaled", zh: "d = 512 时的梯度，不缩放与缩放之比" },
            program: "scoring-functions",
            value: { figure: "gradient at d = 512, dot / scaled" },
            claimed: { below: 0.1 },
          },
        ],
      },
      {
        says: { en: "scaled scores train better", zh: "缩放后更容易训练" },
        tests: [64, 256].map((width) => ({
          shows: {
            en: `loss without the scale less loss with it, width ${width}`,
            zh: `不缩放的损失减去缩放的损失，宽度 ${width}`,
          },
          program: "claims",
          value: leads(width, "dot"),
          claimed: { above: 0 },
        })),
      },
      {
        says: {
          en: "scaled dot products suit small tasks of large width",
          zh: "缩放点积更适合规模较小、维度较大的任务",
        },
        tests: [
          {
            shows: {
              en: "accuracy, scaled dot less additive, width 64 and 100 examples",
              zh: "正确率，缩放点积减去加性，宽度 64，100 个样本",
            },
            program: "additive-or-dot",
            value: { figure: "dot's lead, wide with few examples" },
            claimed: { above: 0 },
          },
          {
            shows: {
              en: "loss, additive less scaled dot, width 256",
              zh: "损失，加性减去缩放点积，宽度 256",
            },
            program: "claims",
            value: leads(256, "additive"),
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: {
          en: "additive scores suit large tasks of small width",
          zh: "加性评分更适合规模较大、维度较小的任务",
        },
        tests: [
          {
            shows: {
              en: "accuracy, additive less scaled dot, width 4 and 1,600 examples",
              zh: "正确率，加性减去缩放点积，宽度 4，1600 个样本",
            },
            program: "additive-or-dot",
            value: { figure: "additive's lead, narrow with many examples" },
            claimed: { above: 0 },
          },
          {
            shows: {
              en: "loss, additive less scaled dot, width 4 and fresh examples",
              zh: "损失，加性减去缩放点积，宽度 4，样本不重复",
            },
            program: "claims",
            value: leads(4, "additive"),
            claimed: { below: 0 },
          },
        ],
      },
    ],
    remark: {
      en: "In `claims` the dot products have no projections of their own, and the embeddings learn them; in `additive-or-dot` they have.",
      zh: "`claims` 中的点积没有自己的投影，要靠嵌入来学；`additive-or-dot` 中的有。",
    },
  },
  {
    title: { en: "Projections without bias", zh: "不带偏置的投影" },
    claims: [
      {
        says: {
          en: "softmax makes biases idle",
          zh: "softmax 使偏置不起作用",
        },
        tests: [
          {
            shows: { en: "largest change of a weight by a key bias", zh: "键的偏置引起的最大权重变化" },
            program: "scoring-functions",
            value: { figure: "change of weights by a key bias" },
            claimed: { below: 1e-5 },
          },
          {
            shows: { en: "the same by a query bias", zh: "查询的偏置引起的最大权重变化" },
            program: "scoring-functions",
            value: { figure: "change of weights by a query bias" },
            claimed: { below: 1e-5 },
          },
        ],
      },
      {
        says: { en: "no bias: fewer parameters", zh: "不带偏置，参数更少" },
        tests: [
          {
            shows: { en: "parameters without over with", zh: "不带与带偏置的参数量之比" },
            program: "self-attention-claims",
            value: { figure: "parameters without bias / with" },
            claimed: { below: 1 },
          },
        ],
      },
      {
        says: { en: "no bias: faster training", zh: "不带偏置，训练更快" },
        tests: [
          {
            shows: { en: "time of a step, without over with", zh: "不带与带偏置的一步时间之比" },
            program: "self-attention-claims",
            value: { figure: "time without bias / with" },
            claimed: { below: 1 },
          },
        ],
      },
      {
        says: { en: "no bias: better generalization", zh: "不带偏置，泛化更好" },
        tests: [
          {
            shows: {
              en: "held-out loss without less with, in all projections",
              zh: "留出损失，全部投影不带偏置减去带偏置",
            },
            program: "self-attention-claims",
            value: { figure: "held-out loss without bias − with" },
            claimed: { below: 0 },
          },
          ...(["both", "query"] as const).map((which) => ({
            shows: {
              en: `the same, ${which === "both" ? "in the scores only" : "in the query only"}`,
              zh: `同上，只看${which === "both" ? "查询和键" : "查询"}的偏置`,
            },
            program: "claims",
            value: { difference: [bias("neither"), bias(which)] as const },
            claimed: { below: 0 },
          })),
        ],
      },
    ],
    remark: {
      en: "A key bias changes nothing, so the last two tests both measure the query bias. Times are the least of 60 rounds in turns, on two cores that did other work too.",
      zh: "键的偏置不起作用，所以最后两项测的都是查询的偏置。时间取轮流 60 次中的最小值，两个核心同时还有别的工作。",
    },
  },
  {
    title: { en: "One packed product", zh: "合并的投影" },
    claims: [
      {
        says: {
          en: "queries, keys and values can be computed by one packed product",
          zh: "查询、键、值可以合并成一个大矩阵，一次算完",
        },
        tests: [
          {
            shows: { en: "largest difference of outputs", zh: "输出的最大差别" },
            program: "self-attention-claims",
            value: { figure: "V2 packed − V1, outputs" },
            claimed: { below: 1e-5 },
          },
        ],
      },
      {
        says: { en: "and that is faster", zh: "这样更快" },
        tests: [
          {
            shows: {
              en: "forward and backward time, packed over three products",
              zh: "前向加反向的时间，合并与分开之比",
            },
            program: "claims",
            value: { figure: "time of one packed projection / three" },
            claimed: { below: 1 },
          },
        ],
      },
    ],
  },
];
