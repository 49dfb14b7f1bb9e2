import type { Dictionary } from "../../app/words.ts";
import type { BlockKind } from "./places.ts";
import type { Facts } from "./start.ts";
import type { WordKind } from "./vocabulary.ts";

const percent = (share: number): string => `${Math.round(1000 * share) / 10} %`;

interface ChallengeWords {
  readonly question: string;
  readonly choices: readonly string[];
  readonly answer: string;
}

type Blocks = Readonly<Record<BlockKind, BlockWords>>;

interface BlockWords {
  readonly name: string;
  readonly text: string;
}

const en = {
  title: "Inside a Transformer",
  lead: "A trained Transformer translates into French. Is “it” the animal or the street? Il or elle depends on that.",
  ending: "…because it was too",
  ownSentence: "Change the sentence",
  wordAt: (place: number, word: string): string => `Word ${place}, “${word}”`,
  sentence: "Sentence",
  insert: "+ Insert a word here",
  remove: "− Remove this word",
  examples: "Examples",
  positions: "Positions",
  kinds: {
    animals: "Animals",
    places: "Places",
    ofAnimals: "Of animals",
    ofPlaces: "Of places",
    verbs: "Verbs",
    others: "Other words",
  } as Readonly<Record<WordKind, string>>,
  reads: "encoder reads",
  decoderReads: "decoder reads",
  writes: "it writes",
  lookFrom: (word: string): string => `Look from “${word}”`,
  sentencesLabel: (query: string, key: string, weight: string): string =>
    `“${query}” attends to “${key}” with ${weight}`,
  sentencesTitle: "What a word attends to",
  whenWriting: (word: string): string => `Where the decoder looks when it writes “${word}”`,
  rowOf: (query: string): string => `“${query}” attends to`,
  openScore: (query: string, key: string): string => `Show the score of “${query}” and “${key}”`,
  story: "How the pronoun is found",
  storyIn: (layer: string, head: number): string => `${layer}, head ${head}`,
  shows: (block: string, head: number): string => `${block}, head ${head}`,
  most: (query: string, key: string, weight: string): string => `${query} → “${key}” ${weight}`,
  writing: (query: string, written: string): string => `“${query}” (writes “${written}”)`,

  whole: "Transformer",
  encoder: "Encoder",
  decoder: "Decoder",
  layer: (side: "e" | "d", number: number): string =>
    `${side === "e" ? "Encoder" : "Decoder"} layer ${number}`,
  layerShort: (number: number): string => `Layer ${number}`,
  memory: "keys and values for every cross-attention",
  of: { src: "English", tgt: "French" },
  head: (number: number): string => `Head ${number}`,
  trail: "Where you are",
  zoomInto: (name: string): string => `Zoom into ${name}`,
  masked: "Masked self-attention",
  maskedText:
    "As self-attention, but each word sees only the words before it and itself: the decoder must not see what it has yet to write.",
  blocks: {
    embedding: {
      name: "Embedding",
      text: "Each word is looked up in a table: 64 numbers a word, the same wherever the word stands.",
    },
    positions: {
      name: "Positions",
      text: "Sines and cosines are added, different at each place: the only trace of word order that the model gets.",
    },
    self: {
      name: "Self-attention",
      text: "Each word gathers from the words of its own sentence, in four heads at once.",
    },
    cross: {
      name: "Cross-attention",
      text: "Queries come from the decoder, keys and values from the encoder’s output: the translation looks at the source.",
    },
    norm1: {
      name: "Add & norm",
      text: "The block’s input is added to its output, and each word’s 64 numbers are normalized.",
    },
    norm2: {
      name: "Add & norm",
      text: "The block’s input is added to its output, and each word’s 64 numbers are normalized.",
    },
    norm3: {
      name: "Add & norm",
      text: "The block’s input is added to its output, and each word’s 64 numbers are normalized.",
    },
    ff: {
      name: "Feed-forward",
      text: "Two linear layers with a ReLU between, 64 → 128 → 64, for each word on its own.",
    },
    output: {
      name: "Output",
      text: "Each vector is compared with every French word; softmax gives the probability of each as the next word.",
    },
  } as Blocks,
  overviewText:
    "Click to zoom in. The small squares are heads: rows are queries, columns are keys, stronger = more attention.",
  layerText:
    "Blocks in the order of computation. Each stripe is the block’s output: a row for each word, 64 numbers wide.",
  headsText: "Rows are queries, columns keys. Click a head to see its queries, keys and values.",
  headText: "Click a weight to see how it is computed.",
  vectorLabel: (name: string, rows: number): string => `Output of ${name}: ${rows} words of 64 numbers`,
  stripeKey: "blue: positive, orange: negative",
  guided:
    "In the first half of training, this head was told which noun “it” stands for. No other head was ever told where to look.",
  cell: (query: string, key: string, weight: string): string => `“${query}” to “${key}”: ${weight}`,
  maskedCell: (query: string, key: string): string => `“${query}” to “${key}”: masked`,
  gridLabel: (block: string, head: number): string => `Weights of ${block}, head ${head}`,
  queries: "Q, queries",
  keys: "K, keys",
  values: "V, values",
  waiting: "Loading the weights…",

  scoreTitle: (query: string, key: string): string => `Score of “${query}” and “${key}”`,
  dimension: "dimension",
  query: "query q",
  key: "key k",
  product: "q · k, one by one",
  sumStep: "Add the 16 products",
  scaleStep: "Divide by √16 = 4",
  softmaxStep: "Softmax over all keys",
  softmaxText: "exp of each score less the largest, divided by their sum",
  weightStep: "Weight",
  weightText: (query: string, key: string, weight: string): string =>
    `${weight} of the value of “${key}” goes into the output of “${query}”.`,
  scoreIsMasked: (query: string, key: string): string =>
    `“${key}” comes after “${query}”: masked, so it has no weight.`,
  keyColumn: "key",
  scoreColumn: "score",
  expColumn: "exp",
  weightColumn: "weight",
  sum: "sum",

  nextWord: (read: string): string => `After “${read}”`,
  outputText: "The likeliest next words at the chosen step. Choose a step in the decoder’s sentence above.",

  below: "More of the whole",
  belows: { three: "All attention", positions: "Positions" },
  threeTitle: "Self-, cross- and causal attention in one picture",
  threeText:
    "Rows look, columns are looked at. English sees all of English. French sees English, and of French only what is already written; hatched cells are masked. English never sees French.",
  threeSelf: "self-attention",
  threeCross: "cross-attention",
  threeCausal: "causal self-attention",
  threeNone: "no attention",
  threeLayer: "Layer",
  threeHead: "Head",
  mean: "mean",
  threeLabel: (layer: number, head: string): string => `Three attentions of layer ${layer}, head ${head}`,

  positionsTitle: "What do positions do?",
  positionsText: (facts: Facts): string =>
    `Without the sines and cosines the encoder cannot tell word order: a word’s two occurrences get the same weights, and “the cat followed the dog” is the same bag of words as “the dog followed the cat”. Of ${facts.measured} held-out sentences this model translates ${percent(facts.exact)} without a fault; with its positions taken away ${percent(facts.exactUnplaced)}; a second model, trained without positions, ${percent(facts.exactTrainedUnplaced)}. The switch takes them away from this model; nothing is retrained.`,
  positionsOff: "Positions are off: this model was trained with them, so its translation falls apart.",
  compare: "Compare",
  exampleNames: {
    animal: "animal / street",
    passive: "passive",
    follows: "cat follows dog",
    followed: "dog follows cat",
  },
  challenges: [
    {
      question: "The ending changes from “tired” to “wide”. Where does the arc from “it” go?",
      choices: ["it stays on “animal”", "to “street”", "to “wide”"],
      answer: "A street can be wide, an animal tired. The French pronoun follows: il becomes elle.",
    },
    {
      question: "In layer 1, before “it” finds its noun: what does it look at?",
      choices: ["the adjective", "the verb", "both nouns equally"],
      answer: "The adjective says what kind of noun to look for. These heads were never told where to look.",
    },
    {
      question: "Positions off: how do “the cat followed the dog” and “the dog followed the cat” come out?",
      choices: ["both right", "both the same", "each the wrong way round"],
      answer:
        "Without positions the encoder gives each word the same vector in both sentences, so the translations cannot differ.",
    },
  ] as readonly ChallengeWords[],
  facts: (facts: Facts): string =>
    `${facts.parameters.toLocaleString("en")} parameters, 2 + 2 layers, 4 heads, width 64, trained for ${facts.steps.toLocaleString("en")} steps on generated sentences. Held-out pairs of nouns: ${percent(facts.pronouns)} of pronouns right, ${percent(facts.looked)} of the weight from “it” on its noun in encoder layer 2, head 1.`,
};

const zh: typeof en = {
  title: "Transformer 内部",
  lead: "一个训练好的 Transformer 把英语译成法语。“it” 指动物还是街道？译成 il 还是 elle 由此决定。",
  ending: "…because it was too",
  ownSentence: "修改句子",
  wordAt: (place, word) => `第 ${place} 个词 “${word}”`,
  sentence: "句子",
  insert: "＋ 在此插入一个词",
  remove: "－ 删去这个词",
  examples: "例句",
  positions: "位置编码",
  kinds: {
    animals: "动物",
    places: "地点",
    ofAnimals: "形容动物",
    ofPlaces: "形容地点",
    verbs: "动词",
    others: "其他词",
  },
  reads: "编码器读入",
  decoderReads: "解码器读入",
  writes: "输出译文",
  lookFrom: (word) => `从 “${word}” 看`,
  sentencesLabel: (query, key, weight) => `“${query}” 对 “${key}” 的注意力为 ${weight}`,
  sentencesTitle: "一个词的注意力",
  whenWriting: (word) => `解码器写出 “${word}” 时看哪里`,
  rowOf: (query) => `“${query}” 的注意力`,
  openScore: (query, key) => `查看 “${query}” 与 “${key}” 的分数`,
  story: "代词如何确定",
  storyIn: (layer, head) => `${layer}，第 ${head} 头`,
  shows: (block, head) => `${block}，第 ${head} 头`,
  most: (query, key, weight) => `${query} → “${key}” ${weight}`,
  writing: (query, written) => `“${query}”（输出 “${written}”）`,

  whole: "Transformer",
  encoder: "编码器",
  decoder: "解码器",
  layer: (side, number) => `${side === "e" ? "编码器" : "解码器"}第 ${number} 层`,
  layerShort: (number) => `第 ${number} 层`,
  memory: "每个交叉注意力的键和值",
  of: { src: "英语", tgt: "法语" },
  head: (number) => `第 ${number} 头`,
  trail: "当前位置",
  zoomInto: (name) => `放大 ${name}`,
  masked: "掩码自注意力",
  maskedText: "与自注意力相同，但每个词只能看到自己和前面的词：解码器不能看到尚未写出的内容。",
  blocks: {
    embedding: { name: "词嵌入", text: "查表得到每个词的 64 个数；同一个词无论在哪里，得到的数都相同。" },
    positions: { name: "位置编码", text: "加上随位置变化的正弦和余弦：模型只能由此得知词序。" },
    self: { name: "自注意力", text: "每个词从本句的各个词收集信息，四个头同时进行。" },
    cross: { name: "交叉注意力", text: "查询来自解码器，键和值来自编码器的输出：译文由此查看原文。" },
    norm1: { name: "残差与归一化", text: "把子层的输入加到输出上，再对每个词的 64 个数做归一化。" },
    norm2: { name: "残差与归一化", text: "把子层的输入加到输出上，再对每个词的 64 个数做归一化。" },
    norm3: { name: "残差与归一化", text: "把子层的输入加到输出上，再对每个词的 64 个数做归一化。" },
    ff: { name: "前馈网络", text: "两个线性层，中间是 ReLU，64 → 128 → 64，对每个词分别计算。" },
    output: { name: "输出", text: "把每个向量与所有法语词比较，softmax 给出每个词作为下一个词的概率。" },
  },
  overviewText: "点击即可放大。小方块是头：行是查询，列是键，颜色越鲜明，注意力越大。",
  layerText: "按计算顺序排列的模块。每条色带是该模块的输出：一行一个词，共 64 个数。",
  headsText: "行是查询，列是键。点击一个头，查看它的查询、键和值。",
  headText: "点击一个权重，查看它如何算出。",
  vectorLabel: (name, rows) => `${name}的输出：${rows} 个词，各 64 个数`,
  stripeKey: "蓝色为正，橙色为负",
  guided: "训练的前半段告诉过这个头 “it” 指哪个名词。其余各头从未被告知该看哪里。",
  cell: (query, key, weight) => `“${query}” 对 “${key}”：${weight}`,
  maskedCell: (query, key) => `“${query}” 对 “${key}”：已屏蔽`,
  gridLabel: (block, head) => `${block}第 ${head} 头的权重`,
  queries: "Q，查询",
  keys: "K，键",
  values: "V，值",
  waiting: "正在加载权重…",

  scoreTitle: (query, key) => `“${query}” 与 “${key}” 的分数`,
  dimension: "维",
  query: "查询 q",
  key: "键 k",
  product: "q · k 逐项相乘",
  sumStep: "16 个乘积相加",
  scaleStep: "除以 √16 = 4",
  softmaxStep: "对所有键做 softmax",
  softmaxText: "各分数减去最大值后取 exp，再除以总和",
  weightStep: "权重",
  weightText: (query, key, weight) => `“${key}” 的值以 ${weight} 的比例进入 “${query}” 的输出。`,
  scoreIsMasked: (query, key) => `“${key}” 在 “${query}” 之后，已屏蔽，没有权重。`,
  keyColumn: "键",
  scoreColumn: "分数",
  expColumn: "exp",
  weightColumn: "权重",
  sum: "总和",

  nextWord: (read) => `读到 “${read}” 之后`,
  outputText: "所选一步中最可能的下一个词。在上面的解码器句子里选择一步。",

  below: "从整体看",
  belows: { three: "全部注意力", positions: "位置编码" },
  threeTitle: "一张图看自注意力、交叉注意力和因果注意力",
  threeText:
    "行是查询，列是被关注的词。英语词可以看到所有英语词；法语词可以看到所有英语词，但只能看到已经写出的法语词，斜线格已屏蔽；英语词看不到法语词。",
  threeSelf: "自注意力",
  threeCross: "交叉注意力",
  threeCausal: "因果自注意力",
  threeNone: "无注意力",
  threeLayer: "层",
  threeHead: "头",
  mean: "平均",
  threeLabel: (layer, head) => `第 ${layer} 层的三种注意力，头：${head}`,

  positionsTitle: "位置编码有什么用？",
  positionsText: (facts) =>
    `没有正弦和余弦，编码器就分不清词序：同一个词的两次出现得到相同的权重，“the cat followed the dog” 与 “the dog followed the cat” 成了同一袋词。在 ${facts.measured} 个留出句子上，本模型完全译对 ${percent(facts.exact)}；去掉位置编码后为 ${percent(facts.exactUnplaced)}；另一个从头就不用位置编码训练的模型为 ${percent(facts.exactTrainedUnplaced)}。开关只是去掉本模型的位置编码，并不重新训练。`,
  positionsOff: "位置编码已关闭：本模型训练时带有位置编码，因此译文乱了。",
  compare: "对比",
  exampleNames: {
    animal: "animal / street",
    passive: "被动句",
    follows: "猫跟着狗",
    followed: "狗跟着猫",
  },
  challenges: [
    {
      question: "结尾从 “tired” 换成 “wide”，“it” 的弧线会指向哪里？",
      choices: ["仍指向 “animal”", "指向 “street”", "指向 “wide”"],
      answer: "宽的是街道，累的是动物。法语代词也随之从 il 变成 elle。",
    },
    {
      question: "在第 1 层，“it” 还没有找到所指的名词，它先看什么？",
      choices: ["形容词", "动词", "两个名词各占一半"],
      answer: "形容词说明要找哪一类名词。这些头从未被告知该看哪里。",
    },
    {
      question: "关闭位置编码后，“the cat followed the dog” 和 “the dog followed the cat” 会译成什么？",
      choices: ["都正确", "译文相同", "主语和宾语都颠倒"],
      answer: "没有位置编码，编码器在两个句子中给同一个词的向量相同，译文也就不可能不同。",
    },
  ],
  facts: (facts) =>
    `${facts.parameters.toLocaleString("en")} 个参数，编码器和解码器各 2 层，4 个头，宽 64，在自动生成的句子上训练 ${facts.steps.toLocaleString("en")} 步。训练中未同时出现过的名词组合：${percent(facts.pronouns)} 的代词译对；编码器第 2 层第 1 头中，“it” 的权重有 ${percent(facts.looked)} 落在所指名词上。`,
};

export type Texts = typeof en;
export const words: Dictionary<Texts> = { en, zh };
