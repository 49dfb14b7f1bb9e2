import type { Topic } from "./claim.ts";

const kernel = (name: string): string => `kernel regression, ${name} kernel`;

/** Translation, copying, and the first estimates. */
export const translating: readonly Topic[] = [
  {
    title: { en: "Translation", zh: "翻译" },
    claims: [
      {
        says: {
          en: "a translator without attention loses information; attention repairs it",
          zh: "没有注意力的翻译模型会损失信息，注意力可以弥补",
        },
        tests: [
          {
            shows: { en: "BLEU with attention less without", zh: "BLEU，有注意力减去没有注意力" },
            program: "attention-or-not",
            value: { difference: ["BLEU with attention", "BLEU without attention"] },
            claimed: { above: 0 },
          },
          {
            shows: { en: "the same, sentences of 9 words and more", zh: "同上，9 个词以上的句子" },
            program: "attention-or-not",
            value: { figure: "lead of attention on sentences of 9 words and more" },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: {
          en: "pointer networks prevent wrong results in translation",
          zh: "翻译中用指针网络可以防止生成错误结果",
        },
        tests: [
          {
            shows: {
              en: "wrong words left, share of those without copying",
              zh: "剩下的错词，占不复制时的比例",
            },
            program: "copy-unknown",
            value: { figure: "words wrong, share of those without copying" },
            claimed: { below: 0.05 },
          },
          {
            shows: { en: "unknown words copied right", zh: "正确复制的未知词比例" },
            program: "copy-unknown",
            value: { figure: "unknown words copied right" },
            claimed: { above: 0.95 },
          },
        ],
      },
    ],
  },
  {
    title: { en: "Kernel regression", zh: "核回归" },
    claims: [
      {
        says: {
          en: "weighting by distance is better than the plain average",
          zh: "按距离加权比平均池化更好",
        },
        tests: [
          {
            shows: {
              en: "error of the average less that of the Gaussian kernel",
              zh: "平均的误差减去高斯核的误差",
            },
            program: "claims",
            value: {
              difference: ["kernel regression, error of the average", kernel("error of the Gaussian")],
            },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: { en: "a learned parameter improves the estimate", zh: "加入可学习的参数能改进估计" },
        tests: [
          {
            shows: {
              en: "error of the fixed kernel less that of the learned one",
              zh: "固定核的误差减去学习后的误差",
            },
            program: "claims",
            value: { difference: [kernel("error of the Gaussian"), kernel("error of the learned")] },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: { en: "with it the curve is less smooth", zh: "学习之后曲线变得更不平滑" },
        tests: [
          {
            shows: {
              en: "roughness of the learned curve less that of the fixed one",
              zh: "学习后曲线的粗糙度减去固定核的粗糙度",
            },
            program: "claims",
            value: { difference: [kernel("roughness of the learned"), kernel("roughness of the Gaussian")] },
            claimed: { above: 0 },
          },
        ],
      },
    ],
  },
];
