/** Where one weight of a checkpoint stands in a model. */
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
  /** Whether the weight belongs to the head, which stands outside the prefix. */
  readonly head: boolean;
}

type SlotOptions = Partial<Pick<WeightSlot, "row" | "transposed" | "head">>;

export function slot(
  name: string,
  shape: readonly number[],
  parameter: string,
  { row = 0, transposed = false, head = false }: SlotOptions = {},
): WeightSlot {
  return { name, shape, parameter, row, transposed, head };
}

/** Weight and bias of a layer norm, or of a linear map. */
export function withBias(
  name: string,
  shape: readonly number[],
  parameter: string,
  bias: boolean,
  options: SlotOptions = {},
): WeightSlot[] {
  const weight = slot(`${name}.weight`, shape, `${parameter}.weight`, options);
  if (!bias) return [weight];
  const size = options.transposed ? shape[1]! : shape[0]!;
  const { row = 0, head = false } = options;
  return [weight, slot(`${name}.bias`, [size], `${parameter}.bias`, { row, head })];
}
