import type { Lang } from "../index.ts";
import type { Kind } from "./norms.ts";

interface Words {
  readonly bias: string;
  readonly norm: string;
  readonly back: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly fifty: string;
  readonly label: (norms: Readonly<Record<Kind, string>>) => string;
  readonly says: (bias: number) => string;
}

const en: Words = {
  bias: "Added to the bias of the gate that keeps the state",
  norm: "↑ norm of the gradient",
  back: "steps back →",
  kinds: { RNN: "RNN", GRU: "GRU", LSTM: "LSTM", attention: "attention" },
  fifty: "50 steps back",
  label: ({ RNN, GRU, LSTM, attention }) =>
    `Norm of the gradient, on a logarithmic axis, by distance. 50 steps back it is ${RNN} for the RNN, ${GRU} for the GRU, ${LSTM} for the LSTM and ${attention} for attention.`,
  says: (bias) =>
    bias < 2
      ? "Before training, the gradient that reaches a token shrinks by a factor with each step of a recurrent network. Attention sees all tokens one step away. Raise the bias."
      : bias < 5
        ? "The higher the bias, the more of the state is kept at each step, and the flatter the lines of GRU and LSTM. An RNN has no gate."
        : "The LSTM's line no longer falls. The GRU's is flat too, but low: where z keeps nearly everything, 1 − z lets little in.",
};

const zh: Words = {
  bias: "给保持状态的门的偏置加上",
  norm: "↑ 梯度的范数",
  back: "往回的步数 →",
  kinds: { RNN: "RNN", GRU: "GRU", LSTM: "LSTM", attention: "注意力" },
  fifty: "往回 50 步",
  label: ({ RNN, GRU, LSTM, attention }) =>
    `梯度的范数随距离的变化，纵轴为对数刻度。往回 50 步处：RNN 为 ${RNN}，GRU 为 ${GRU}，LSTM 为 ${LSTM}，注意力为 ${attention}。`,
  says: (bias) =>
    bias < 2
      ? "训练之前，循环网络中传到一个词元的梯度每往回一步就缩小若干倍；而对注意力来说，所有词元都只有一步之遥。把偏置调大试试。"
      : bias < 5
        ? "偏置越大，每一步保留的状态越多，GRU 和 LSTM 的曲线就越平。RNN 没有门。"
        : "LSTM 的曲线不再下降。GRU 的也平了，但位置很低：z 几乎保留了一切，1 − z 就放不进多少新内容。",
};

export const words: Readonly<Record<Lang, Words>> = { en, zh };
