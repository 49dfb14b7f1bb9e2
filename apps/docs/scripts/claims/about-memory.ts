import type { Topic } from "./claim.ts";

/** Distance and order. */
export const memory: readonly Topic[] = [
  {
    title: { en: "Distance and order", zh: "距离与顺序" },
    claims: [
      {
        says: {
          en: "self-attention captures long-range dependence more easily than an RNN or LSTM",
          zh: "自注意力比 RNN/LSTM 更容易捕获长距离依赖",
        },
        tests: [
          ...(["GRU", "LSTM"] as const).map((name) => ({
            shows: {
              en: `recall at 200 steps, attention less ${name}`,
              zh: `回忆 200 步之前的词元，注意力减去 ${name}`,
            },
            program: "recall",
            value: { difference: ["recall at 200, attention", `recall at 200, ${name}`] as const },
            claimed: { above: 0 },
          })),
          {
            shows: {
              en: "recall at 5 steps, attention less LSTM",
              zh: "回忆 5 步之前的词元，注意力减去 LSTM",
            },
            program: "recall",
            value: { difference: ["recall at 5, attention", "recall at 5, LSTM"] },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: {
          en: "in recurrent networks, the farther, the harder",
          zh: "循环网络中，距离越远越难捕捉",
        },
        tests: (["GRU", "LSTM"] as const).map((name) => ({
          shows: { en: `recall of ${name}, 5 less 50 steps`, zh: `${name} 的回忆，5 步减去 50 步` },
          program: "recall",
          value: { difference: [`recall at 5, ${name}`, `recall at 50, ${name}`] as const },
          claimed: { above: 0 },
        })),
      },
      {
        says: {
          en: "positional encodings are what solves long-range dependence",
          zh: "长程依赖问题靠位置编码解决",
        },
        tests: [
          {
            shows: {
              en: "recall at 200 steps by attention without positions (chance 0.125)",
              zh: "没有位置编码的注意力回忆 200 步之前的词元（随机猜为 0.125）",
            },
            program: "recall",
            value: { figure: "recall at 200, attention" },
            claimed: { below: 0.5 },
          },
        ],
      },
      {
        says: {
          en: "self-attention has no information about order, and positional encodings add it",
          zh: "自注意力没有位置信息，位置编码可以补上",
        },
        tests: [
          {
            shows: {
              en: "largest difference for permuted inputs, without positions",
              zh: "打乱输入后的最大差别，不加位置编码",
            },
            program: "self-attention-claims",
            value: { figure: "permuted inputs, largest difference" },
            claimed: { below: 1e-5 },
          },
          {
            shows: { en: "mean difference with positions", zh: "加上位置编码后的平均差别" },
            program: "self-attention-claims",
            value: { figure: "permuted inputs with positions, mean difference" },
            claimed: { above: 0.01 },
          },
        ],
      },
    ],
    remark: {
      en: "A gate that begins open changes the result for recurrent networks: `recall --bias 4` gives the GRU full recall at 200 steps ([Recurrence and memory](./recurrence)).",
      zh: "让门一开始就打开，循环网络的结果会不同：`recall --bias 4` 能让 GRU 记住 200 步之前的词元（见[循环与记忆](./recurrence)）。",
    },
  },
];
