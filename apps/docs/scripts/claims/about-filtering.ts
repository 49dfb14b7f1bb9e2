import type { Topic } from "./claim.ts";

const deep = "12 layers";
const conv = "attention-or-convolution";
const words = "attention-or-convolution-text";
const relations = [
  { kind: "determiner", zh: "限定词与名词" },
  { kind: "adjective", zh: "形容词与名词" },
  { kind: "subject", zh: "主语与动词" },
  { kind: "object", zh: "宾语与动词" },
] as const;

/** Self-attention beside convolution, and what heads look at. */
export const filtering: readonly Topic[] = [
  {
    title: { en: "Beside convolution", zh: "与卷积比较" },
    claims: [
      {
        says: { en: "its receptive field is larger", zh: "自注意力的感受野更大" },
        tests: [
          {
            shows: {
              en: "pixels seen by one layer of attention, over three convolutions",
              zh: "一层注意力与三层卷积看到的像素数之比",
            },
            program: conv,
            value: { ratio: ["pixels seen by 1 attention", "pixels seen by 3 convolutions"] },
            claimed: { above: 1 },
          },
        ],
      },
      {
        says: {
          en: "it relates places at any distance, and convolution does not",
          zh: "自注意力能联系任意距离的位置，卷积不能",
        },
        tests: [
          {
            shows: {
              en: "far-apart relation in 4,000 images, attention less three convolutions",
              zh: "4000 张图像中的远距离关系，注意力减去三层卷积",
            },
            program: conv,
            value: {
              difference: ["far apart, many images, attention", "far apart, many images, convolution"],
            },
            claimed: { above: 0 },
          },
          {
            shows: {
              en: "the same, less strided convolutions that see the whole image",
              zh: "同上，减去能看到整张图像的带步幅的卷积",
            },
            program: conv,
            value: { difference: ["far apart, many images, attention", "far apart, many images, strided"] },
            claimed: { above: 0 },
          },
          {
            shows: {
              en: "far-apart cue in 4,000 sentences, attention less convolution",
              zh: "4000 个句子中的远距离线索，注意力减去卷积",
            },
            program: words,
            value: { difference: ["far cue, many, attention", "far cue, many, convolution"] },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: { en: "on little data it is worse than convolution", zh: "小数据的情况下，效果不如卷积" },
        tests: [
          {
            shows: {
              en: "texture, 100 images, convolution less attention",
              zh: "纹理，100 张图像，卷积减去注意力",
            },
            program: conv,
            value: { difference: ["texture, few images, convolution", "texture, few images, attention"] },
            claimed: { above: 0 },
          },
          {
            shows: {
              en: "local cue, 100 sentences, convolution less attention",
              zh: "相邻词的线索，100 个句子，卷积减去注意力",
            },
            program: words,
            value: { difference: ["local cue, few, convolution", "local cue, few, attention"] },
            claimed: { above: 0 },
          },
        ],
      },
      {
        says: { en: "with much data it is as good", zh: "数据足够多时就能有效学习" },
        tests: [
          {
            shows: { en: "texture, 4,000 images, attention", zh: "纹理，4000 张图像，注意力" },
            program: conv,
            value: { figure: "texture, many images, attention" },
            claimed: { above: 0.98 },
          },
          {
            shows: { en: "local cue, 4,000 sentences, attention", zh: "相邻词的线索，4000 个句子，注意力" },
            program: words,
            value: { figure: "local cue, many, attention" },
            claimed: { above: 0.98 },
          },
        ],
      },
      {
        says: { en: "it lacks the prior of translation", zh: "没有平移不变性的先验" },
        tests: [
          {
            shows: {
              en: "accuracy lost by shifted images, 100 images, attention",
              zh: "图像平移后损失的正确率，100 张图像，注意力",
            },
            program: conv,
            value: { difference: ["texture, few images, attention", "texture shifted, few, attention"] },
            claimed: { above: 0 },
          },
        ],
      },
    ],
  },
  {
    title: { en: "Filtering", zh: "过滤信息" },
    claims: [
      {
        says: {
          en: "it filters, and so captures less information than a convolution",
          zh: "自注意力靠过滤实现，因此抓取的信息比 CNN 少",
        },
        tests: (["alone", "with residuals", "with residuals and MLP"] as const).flatMap((wrapping) => {
          const zh = {
            alone: "单独堆叠",
            "with residuals": "加残差",
            "with residuals and MLP": "加残差和 MLP",
          }[wrapping];
          return (["residual", "high frequencies"] as const).map((measure) => {
            const isShare = measure === "high frequencies";
            const values = [
              `${measure}, convolution ${wrapping}, ${deep}`,
              `${measure}, attention ${wrapping}, ${deep}`,
            ];
            return {
              shows: {
                en: `${isShare ? "share of high frequencies" : "differences between tokens left"} after ${deep}, ${wrapping}, convolution less attention`,
                zh: `12 层之后${isShare ? "高频所占比例" : "词元之间剩下的差别"}，${zh}，卷积减去注意力`,
              },
              program: "claims",
              value: { difference: [values[0]!, values[1]!] as const },
              claimed: { above: 0 },
            };
          });
        }),
      },
      {
        says: {
          en: "stacks of attention alone lose what tells tokens apart",
          zh: "只堆叠注意力，词元会变得一样",
        },
        tests: [
          {
            shows: {
              en: `share of the differences left after ${deep}, alone`,
              zh: "单独堆叠 12 层后剩下的差别所占比例",
            },
            program: "claims",
            value: { figure: `residual, attention alone, ${deep}` },
            claimed: { below: 0.01 },
          },
          {
            shows: { en: "the same with residuals", zh: "同上，加残差" },
            program: "claims",
            value: { figure: `residual, attention with residuals, ${deep}` },
            claimed: { below: 0.01 },
          },
        ],
      },
    ],
    remark: {
      en:
        "Random weights, 32 random tokens of width 32, no training. With $\\bar x$ the mean of the tokens, the differences left are $\\|X - 1\\bar x^\\top\\| / \\|X\\|$, after Dong et al. (2021), who also take the second claim " +
        "from theory. High frequencies are the upper half of a cosine transform along the sequence. The layers with residuals are normalized. " +
        "Training can sharpen the weights, and so filter less than random ones do.",
      zh:
        "权重随机，32 个宽度为 32 的随机词元，未经训练。设 $\\bar x$ 为各词元的均值，剩下的差别是 $\\|X - 1\\bar x^\\top\\| / \\|X\\|$，依照 Dong 等（2021）；第二条说法也出自该文的理论。" +
        "高频指沿序列做余弦变换后频率较高的一半。带残差的层做归一化。训练可以让权重更集中，过滤得比随机权重少。",
    },
  },
  {
    title: { en: "Syntax in heads", zh: "头中的句法" },
    claims: [
      {
        says: {
          en: "self-attention captures syntactic relations of words",
          zh: "自注意力可以捕获单词之间的句法特征",
        },
        tests: relations.flatMap(({ kind, zh }) =>
          (["best offset", "best head untrained"] as const).map((other) => ({
            shows: {
              en: `${kind}: relations that the best head follows, less ${other === "best offset" ? "the best fixed offset" : "the best untrained head"}`,
              zh: `${zh}：最好的头找对的比例，减去${other === "best offset" ? "最好的固定偏移" : "未训练时最好的头"}`,
            },
            program: "claims",
            value: { difference: [`${kind}, best head`, `${kind}, ${other}`] as const },
            claimed: { above: 0 },
          })),
        ),
      },
    ],
    remark: {
      en:
        "A small English–French translator, trained for 400 steps, half as long as in `transformer-translate`, so a refuted test says that its heads do not follow the relation yet; its encoder has two layers of four heads. A head follows a relation where its largest weight at one of the two words is on the other (Clark et al. 2019). The grammar " +
        "gives the relations by construction. Head, direction and offset are chosen on 300 sentences and measured on 300 others. A head that beats no offset may still " +
        "have learned the relation in part: short phrases have the same shape most of the time.",
      zh:
        "一个小型英法翻译模型，训练 400 步，是 `transformer-translate` 的一半，所以“不成立”只说明它的头此时还没有跟随这种关系；编码器有两层，每层四个头。若一个头在两个词之一处的最大权重落在另一个词上，就算找对了这个关系（Clark 等 2019）。关系由生成句子的语法给出。" +
        "头、方向和偏移在 300 个句子上选定，在另外 300 个句子上测量。没有胜过固定偏移的头也可能部分学到了这种关系：短语大多很短，形状相同。",
    },
  },
];
