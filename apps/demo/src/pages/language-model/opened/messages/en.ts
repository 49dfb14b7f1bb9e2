import { grouped } from "../../../../ui/grouped.ts";
import type { CoderKind } from "../../coders.ts";
import type { OpenedFacts } from "../calls.ts";
import type { ProblemKind } from "../problem.ts";

export const en = {
  open: "Open a checkpoint",
  openText: "GPT-2, BERT and Llama shapes, as they lie on the Hugging Face Hub. The files stay in this tab.",
  needed: "Drop the files here, or choose them:",
  neededFiles: [
    ["config.json", "the sizes"],
    ["*.safetensors", "the weights: one file, or all shards and their index"],
    ["tokenizer.json", "text to tokens; without it, you type token ids"],
    ["adapter_config.json, adapter_model.safetensors", "optional: a LoRA adapter"],
  ] as readonly (readonly [string, string])[],
  usesTitle: "Then",
  uses: [
    "see the weights of every head on your text, and what each layer would say",
    "watch the next token’s distribution, draw from it, and see the cache fill; BERT guesses a masked token",
    "fine-tune with LoRA on lines that you paste, compare before and after, and save the adapter for PEFT",
  ] as readonly string[],
  choose: "Choose files",
  another: "Open another",
  words: "Try a small model of words",
  tales: "Try the small model of this page",
  rolesTitle: "What each head does",
  rolesText:
    "Random tokens, twice. How much each head attends to the token before, to the same token earlier, or to the one after it, as an induction head does. Framed: the most of a layer.",
  role: "Attends to",
  roles: { induction: "the one after the same", previousToken: "the one before", duplicateToken: "the same" },
  rolesLayer: (layer: number): string => `Layer ${layer}`,
  rolesCaption: "Mean weights: a row for each layer, a column for each head.",
  close: "Close",
  cancel: "Cancel",
  load: (size: string): string => `Load, ${size}`,
  loading: (loaded: string, total: string): string => `Loading: ${loaded} of ${total}`,
  starting: "Reading the headers",
  memory: (numbers: number, full: string, half: string): string =>
    `${grouped(numbers)} numbers take ${full} of memory as float32, or ${half} as bfloat16.`,
  device: (gigabytes: number): string => `This device says it has ${gigabytes} GB.`,
  format: "Weights",
  formats: { float32: "float32", bfloat16: "bfloat16" },

  shape: {
    gpt2: "GPT-2’s shape",
    llama: "Llama’s shape",
    bert: "BERT’s shape",
    tales: "The model of this page",
  },
  sizes: ({ parameters, layers, heads, kvHeads, maxLen, vocabSize }: OpenedFacts): string =>
    `${grouped(parameters)} numbers, ${layers} layers of ${heads} heads${kvHeads < heads ? ` (${kvHeads} of keys and values)` : ""}, ${grouped(maxLen)} positions, ${grouped(vocabSize)} tokens`,
  facts: (sizes: string, memory: string): string => `${sizes}; ${memory} in memory.`,
  readLen: (tokens: number, heads: number): string =>
    `This page reads texts of up to ${grouped(tokens)} tokens: it keeps and draws the weights of all ${grouped(heads)} heads on them.`,
  coder: {
    tokenizer: "",
    characters: "",
    ids: "tokenizer.json is missing, so a text is a row of token ids, such as 3 1 4. To type words, add tokenizer.json.",
  } as Readonly<Record<CoderKind, string>>,
  tied: "The files have no head for masked tokens (cls.predictions): a hidden state is compared with each embedding.",
  ignored: (names: readonly string[]): string =>
    `${names.length} weights that nothing here needs were left out.`,

  problem: {
    config: () => "config.json is missing. Choose it together with the weights: it gives the model’s sizes.",
    weights: () => "The weights are missing. Choose model.safetensors, or all shards with their index.",
    torch: () =>
      "PyTorch’s own format is not read. Save the model with save_pretrained(folder, safe_serialization=True).",
    damaged: (file: string) => `${file} is cut short or damaged. Copy or download it again.`,
    json: (file: string) => `${file} is not whole JSON. Copy or download it again.`,
    architecture: (file: string) =>
      `${file} names an architecture that is not supported. Choose a model of GPT-2, BERT or Llama shape.`,
    option: (file: string) =>
      `${file} asks for something that is not supported. Choose a model without that option.`,
    shard: (file: string) => `The shard ${file} is missing. Add it; the other files are remembered.`,
    index: (file: string) =>
      `${file} and the shards do not belong together. Copy or download all of them from one place.`,
    mismatch: (file: string) =>
      `The weights do not fit ${file}. Choose the config.json that was saved with them.`,
    twice: () =>
      "Two names of one weight hold different numbers. Choose files that were saved together, or see the full message.",
    tokenizer: (file: string) =>
      `${file} cannot be used. Choose the one that was saved with the model, or leave it out and type token ids.`,
    memory: () => "There is not enough memory. Take bfloat16 or a smaller model, or close other tabs.",
    adapter: (file: string) => `${file}: the adapter does not fit. Choose the one of this base model.`,
    other: () => "The model could not be opened.",
  } as Readonly<Record<ProblemKind, (file: string) => string>>,
  stays: "The model before stays open.",
  detail: "In full",

  maskText: "Text",
  maskHint: "Press a token to mask it.",
  maskMissing:
    "These files do not say which token is the mask, so nothing can be masked yet. Type its id (103 in Google’s BERTs), or add a tokenizer.json that has it.",
  maskId: "Token id of the mask",
  maskWrong: (vocabSize: number): string =>
    `A token id is a whole number from 0 to ${grouped(vocabSize - 1)}.`,
  tuneNeedsMask: "A BERT learns by guessing masked tokens: first type the id of the mask.",
  fillHint: "Press a guess to put it in.",
  maskLabel: (token: string): string => `Mask ${token}`,
  guesses: "Which token is masked?",
  hidden: (token: string, share: string): string => `Hidden: ${token}, to which the model gives ${share}.`,
  unreadEnd: (unread: number, maxLen: number): string =>
    `At most ${grouped(maxLen)} tokens are read; the last ${grouped(unread)} are not.`,

  tune: "Fine-tune with LoRA",
  lines: "Lines to learn, one text a line",
  linesHint: "Paste at least one line.",
  settings: "Settings of the adapter",
  rank: "Rank",
  rate: "Learning rate",
  targets: "Beside the weights of",
  steps: "Steps",
  lengths: { "40": "40", "120": "120", "400": "400" },
  begin: "Fine-tune",
  again: "Restart",
  pause: "Pause",
  goOn: "Continue",
  detach: "Remove adapter",
  failed: (why: string): string => `That did not work: ${why}`,
  save: "Save adapter",
  trained: (trained: number, all: number): string =>
    `${grouped(trained)} numbers are trained, ${((100 * trained) / all).toFixed(2)} % of ${grouped(all)}`,
  rankOf: (rank: number, targets: readonly string[]): string => `rank ${rank}: ${targets.join(", ")}`,
  progress: (step: number, loss: string): string => `step ${grouped(step)}, loss ${loss}`,
  tuneStatus: { none: "", running: "Training", paused: "Paused", done: "Done" },
  curve: (first: string, last: string, step: number): string =>
    `Loss of the lines over ${grouped(step)} steps, from ${first} to ${last}`,

  compareTitle: "Before and after",
  compareText: "The same prompt and the same seed, without the adapter and with it.",
  before: "Before",
  after: "After",
  compare: "Compare on the present text",
  linesLoss: (loss: string): string => `loss on the lines ${loss}`,
};
