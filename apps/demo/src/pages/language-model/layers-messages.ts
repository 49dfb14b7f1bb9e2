import type { Dictionary } from "../../app/words.ts";
import { grouped } from "../../ui/grouped.ts";

const en = {
  layersTitle: "What each layer would say",
  layersText:
    "The likeliest next token if the model ended after that layer (a logit lens). Darker: more probable. Framed: what did come next.",
  layersTextMasked:
    "The likeliest token in each place if the model ended after that layer (a logit lens). Darker: more probable. Framed: what stands there.",
  layersLabel: "What each layer would say after each token. The arrow keys move from guess to guess.",
  layerName: (layer: number, layers: number): string =>
    layer === 0 ? "Embedding" : `Layer ${layer - 1}${layer === layers ? ", the model" : ""}`,
  guess: (row: string, token: string, guess: string, share: string): string =>
    `${row}, after “${token}”: “${guess}”, ${share}`,
  guessInPlace: (row: string, token: string, guess: string, share: string): string =>
    `${row}, in the place of “${token}”: “${guess}”, ${share}`,
  layersUnshown: (unshown: number): string => `The first ${grouped(unshown)} tokens are not shown.`,
  layersTime: (ms: string): string => `All guesses: ${ms} ms`,
};

const zh: typeof en = {
  layersTitle: "每一层会说什么",
  layersText:
    "假如模型到这一层为止，最可能的下一个词元（logit lens）。颜色越深，概率越大。加框：与实际的下一个词元相同。",
  layersTextMasked:
    "假如模型到这一层为止，每个位置上最可能的词元（logit lens）。颜色越深，概率越大。加框：与该处的词元相同。",
  layersLabel: "每一层在每个词元之后的猜测。用方向键逐个查看。",
  layerName: (layer, layers) =>
    layer === 0 ? "嵌入" : `第 ${layer - 1} 层${layer === layers ? "（模型）" : ""}`,
  guess: (row, token, guess, share) => `${row}，“${token}”之后：“${guess}”，${share}`,
  guessInPlace: (row, token, guess, share) => `${row}，“${token}”的位置：“${guess}”，${share}`,
  layersUnshown: (unshown) => `最前面的 ${grouped(unshown)} 个词元没有画出。`,
  layersTime: (ms) => `全部猜测：${ms} 毫秒`,
};

export const layersWords: Dictionary<typeof en> = { en, zh };
