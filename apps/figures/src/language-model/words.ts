interface Words {
  readonly train: string;
  readonly training: (step: number, loss: string) => string;
  readonly trained: (loss: string | null) => string;
  readonly next: string;
  readonly write: string;
  readonly restart: string;
  readonly temperature: string;
  readonly topK: string;
  readonly topP: string;
  readonly text: string;
  readonly cache: (tokens: number) => string;
  readonly cacheOf: (words: readonly string[]) => string;
  readonly bars: string;
  readonly drawnShare: (drawn: string, plain: string) => string;
  readonly cut: (plain: string) => string;
  readonly caption: string;
}

const en: Words = {
  train: "Train from random weights",
  training: (step, loss) => `step ${step}, loss ${loss}`,
  trained: (loss) => (loss === null ? "trained" : `trained, loss ${loss}`),
  next: "Draw a word",
  write: "Write a sentence",
  restart: "Start over",
  temperature: "Temperature",
  topK: "Top-k",
  topP: "Top-p",
  text: "The text so far. Under each token: its cached key and value, framed when new",
  cache: (tokens) => `Keys in the cache: ${tokens}, and as many values. A new token adds one of each.`,
  cacheOf: (words) => `Keys and values of “${words.join(" ")}”`,
  bars: "The next token. Line: the model’s probability; bar: what is drawn with; faded: cut. Press a word to add it.",
  drawnShare: (drawn, plain) => `drawn with ${drawn}, model ${plain}`,
  cut: (plain) => `cut, model ${plain}`,
  caption:
    "A GPT of one layer, trained on generated sentences; it also trains here, in seconds. It does one thing: from the text so far it gives a probability to every token that may come next. Draw one, add it, repeat. Lower the temperature and the tallest bar takes everything; top-k and top-p cut the tail. With each token the cache grows by one column, and the old columns stay as they are.",
};

const zh: Words = {
  train: "从随机权重开始训练",
  training: (step, loss) => `第 ${step} 步，损失 ${loss}`,
  trained: (loss) => (loss === null ? "已训练" : `训练完成，损失 ${loss}`),
  next: "抽一个词",
  write: "写一句话",
  restart: "重新开始",
  temperature: "温度",
  topK: "top-k",
  topP: "top-p",
  text: "当前文本。每个词元下方是它在缓存中的键和值，新算出的加框",
  cache: (tokens) => `缓存中有 ${tokens} 个键和同样多的值。每个新词元各加一个。`,
  cacheOf: (words) => `“${words.join(" ")}”的键和值`,
  bars: "下一个词元。细线：模型给出的概率；色条：筛选之后用于采样的概率；变淡：已被截去。点一个词即可加入文本。",
  drawnShare: (drawn, plain) => `采样概率 ${drawn}，模型概率 ${plain}`,
  cut: (plain) => `已截去，模型概率 ${plain}`,
  caption:
    "只有一层的 GPT，用生成的句子训练；在这个页面里重新训练也只要几秒。它只做一件事：根据已有文本，给每个可能的下一个词元一个概率。抽一个，加到末尾，再来一遍。温度调低，最高的那一条几乎占去全部概率；top-k 和 top-p 则截掉尾部。每加一个词元，缓存多出一列，已有的列保持不变。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
