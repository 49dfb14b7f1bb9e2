import type { BlockKind } from "@saccade/figures/transformer-places";
import type { Question } from "../../../ui/challenges.tsx";
import { grouped } from "../../../ui/grouped.ts";
import type { Facts, NetName, Positioning } from "../calls.ts";
import type { WordKind } from "../vocabulary.ts";
import { breaking, patching } from "./break-en.ts";

/** A share as the texts write it; no line breaks it. */
export const percent = (share: number): string => `${Math.round(1000 * share) / 10}\u00a0%`;

type Asked = readonly [noun: string, pronoun: string];
type Blocks = Readonly<Record<BlockKind, { readonly name: string; readonly text: string }>>;

export const en = {
  break: breaking,
  patching,
  title: "Inside a Transformer",
  lead: "A trained Transformer translates into French.",
  leadAsks: ([first, one]: Asked, [second, other]: Asked): string =>
    `A trained Transformer translates into French. Is “it” the ${first} (${one}) or the ${second} (${other})?`,
  leadAlike: (first: string, second: string, pronoun: string): string =>
    `A trained Transformer translates into French. Is “it” the ${first} or the ${second}? French says “${pronoun}” for both.`,
  ending: "…because it was too",
  ownSentence: "Change the sentence",
  wordAt: (place: number, word: string): string => `Word ${place}, “${word}”`,
  sentence: "Sentence",
  insert: "+ Insert a word here",
  remove: "− Remove this word",
  examples: "Examples",
  positions: "Positions",
  positionings: { on: "on", off: "taken away", never: "never had" } as Readonly<Record<Positioning, string>>,
  positionsAre: {
    on: "The model is told each word’s place.",
    off: "Positions are taken away from the model that was trained with them.",
    never: "This is a second model, trained without positions.",
  } as Readonly<Record<Positioning, string>>,
  anyOrder: "Every order of these words gets the same translation.",
  verdicts: {
    right: "The one here is right.",
    wrong: (wanted: string): string => `The one here is wrong: it should be “${wanted}”`,
    unknown: "No sentence in training had this form, so the translation may mean nothing.",
  },
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
  story: "From “it” to the pronoun",
  storyIn: (layer: string, head: number): string => `${layer}, head ${head}`,
  shows: (block: string, head: number): string => `${block}, head ${head}`,
  most: (query: string, key: string, weight: string): string => `${query} → “${key}” ${weight}`,
  /** Why a head gives most of its weight to a punctuation mark. */
  aboutMarks: {
    "<eos>": "“<eos>” is not a word: its vector is what the encoder has made of the whole sentence.",
    "<bos>": "“<bos>” is not a word: every French sentence begins with it.",
  },
  writing: (query: string, written: string): string => `“${query}” (writes “${written}”)`,

  whole: "Transformer",
  encoder: "Encoder",
  decoder: "Decoder",
  layer: (side: "e" | "d", number: number): string =>
    `${side === "e" ? "Encoder" : "Decoder"} layer ${number}`,
  layerShort: (number: number): string => `Layer ${number}`,
  inLayer: (layer: string, block: string): string => `${layer}, ${block}`,
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
      text: "Sines and cosines are added, different at each place: the encoder’s only trace of word order.",
    },
    self: {
      name: "Self-attention",
      text: "Each word gathers from the words of its own sentence, in four heads at once.",
    },
    cross: {
      name: "Cross-attention",
      text: "Queries come from the decoder, keys and values from the encoder’s output: the translation looks at the source.",
    },
    norm: {
      name: "Add & norm",
      text: "The block’s input is added to its output, and each word’s 64 numbers are normalized.",
    },
    ff: {
      name: "Feed-forward",
      text: "Two linear layers with a ReLU between, 64 → 128 → 64, for each word on its own.",
    },
    output: {
      name: "Output",
      text: "Each vector is compared with every French word, which gives a logit for each; softmax makes probabilities of the next word from them.",
    },
  } as Blocks,
  positionsOfDecoder:
    "Sines and cosines are added, different at each place. The decoder’s mask gives it some word order, too.",
  positionsNone: "Nothing is added here: a word’s numbers stay the same wherever it stands.",
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
  guidedMark: "(guided)",
  guidedTitle: "A second model, guided",
  guidedText: ({ exactGuided, looked, measured }: Facts): string =>
    `Nobody told the first model’s heads where to look. One head of the second (encoder layer 1, head 0) was told, in the first half of training, which noun “it” stands for: it gives that noun ${percent(looked)} of its weight. ${percent(exactGuided)} of ${measured} held-out sentences without a fault.`,
  net: "Model",
  nets: { free: "unguided", guided: "guided" } as Readonly<Record<NetName, string>>,
  cell: (query: string, key: string, weight: string): string => `“${query}” to “${key}”: ${weight}`,
  maskedCell: (query: string, key: string): string => `“${query}” to “${key}”: masked`,
  gridLabel: (block: string, head: number): string => `Weights of ${block}, head ${head}`,
  queries: "Q, queries",
  keys: "K, keys",
  values: "V, values",
  waiting: "Loading the weights…",

  scoreTitle: (query: string, key: string): string => `Score of “${query}” and “${key}”`,
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

  nextWord: (read: string): string => `After “${read}”`,

  below: "More of the whole",
  belows: { patches: "Patching", three: "All attention", positions: "Positions", guided: "Guided model" },
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
  positionsText: (measured: number): string =>
    `Without positions “the cat followed the dog” is to the encoder the same bag of words as “the dog followed the cat”. Translated without a fault, of ${measured} held-out sentences:`,
  exampleNames: {
    animal: "animal / street",
    passive: "passive",
    follows: "cat follows dog",
    followed: "dog follows cat",
  },
  questions: [
    {
      question: "How many heads have to be off until il becomes elle?",
      choices: ["one", "two", "half of them"],
      right: 1,
      answer: "No single head does it: others make up for it. Some pairs do.",
    },
    {
      question: "The ending changes from “tired” to “wide”. Which vector brings the news to the decoder?",
      choices: ["that of “it”", "that of the adjective", "that of the noun"],
      right: 1,
      answer: "The decoder itself decides. With the vector of “it” from the other sentence, nothing changes.",
    },
    {
      question: "Positions off: how do “the cat followed the dog” and “the dog followed the cat” come out?",
      choices: ["both right", "both the same", "each the wrong way round"],
      right: 1,
      answer:
        "Without positions the encoder gives each word the same vector in both sentences, so the translations cannot differ.",
    },
  ] as readonly Question[],
  facts: (facts: Facts): string =>
    `${grouped(facts.parameters)} parameters, 2 + 2 layers, 4 heads, width 64, trained for ${grouped(facts.steps)} steps on generated sentences, and told nothing else. Held-out pairs of nouns: ${percent(facts.pronouns)} of pronouns right.`,
};

export type Texts = typeof en;
