/** The place of one weight of a checkpoint in a model. */
export interface WeightSlot {
  /** Hugging Face's name, without the prefix of the model inside its head (`transformer.`, `model.`, `bert.`). */
  readonly name: string;
  /** The shape in the file. */
  readonly shape: readonly number[];
  /** The name of the model's parameter. */
  readonly parameter: string;
  /** The first row of the parameter that the weight fills: queries, keys and values share one parameter. */
  readonly row: number;
  /** Whether the file has (in, out), as GPT-2's, where the parameter is (out, in). */
  readonly transposed: boolean;
  /** Whether the weight belongs to the head, which is outside the prefix. */
  readonly head: boolean;
  /** Other names of the weight in the files. Where several are there, they must hold the same numbers. */
  readonly aliases: readonly string[];
}

type SlotOptions = Partial<Pick<WeightSlot, "row" | "transposed" | "head" | "aliases">>;

export function slot(
  name: string,
  shape: readonly number[],
  parameter: string,
  { row = 0, transposed = false, head = false, aliases = [] }: SlotOptions = {},
): WeightSlot {
  return { name, shape, parameter, row, transposed, head, aliases };
}

/** Weight and bias of a layer norm, or of a linear map. */
export function withBias(
  name: string,
  shape: readonly number[],
  parameter: string,
  options: SlotOptions = {},
  bias: boolean = true,
): WeightSlot[] {
  const weight = slot(`${name}.weight`, shape, `${parameter}.weight`, options);
  if (!bias) return [weight];
  const size = shape[options.transposed ? 1 : 0]!;
  return [weight, slot(`${name}.bias`, [size], `${parameter}.bias`, { ...options, transposed: false })];
}

/** The table of embeddings, and the output layer, which is the same where they are tied. */
export function embeddingAndHead(
  name: string,
  { vocabSize, dModel, tied }: { vocabSize: number; dModel: number; tied: boolean },
): [WeightSlot, ...WeightSlot[]] {
  const [shape, head] = [[vocabSize, dModel], "lm_head.weight"];
  const aliases = tied ? [head] : [];
  const table = slot(name, shape, "embedding.weight", { aliases });
  return tied ? [table] : [table, slot(head, shape, "head.weight", { head: true })];
}
