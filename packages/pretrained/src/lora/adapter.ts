import { Dropout, init, linear, Module, Parameter } from "@saccade/nn";
import { type Backend, type DType, scope, type Tensor, zeros } from "@saccade/tensor";

/** The parts of a {@link LoraAdapter}. */
export interface AdapterSizes {
  /** The width of the input. */
  readonly inFeatures: number;
  /** The first row of the linear map's output that the adapter changes. */
  readonly start: number;
  /** How many rows it changes. */
  readonly rows: number;
  readonly rank: number;
  readonly scale: number;
  readonly dropout: number;
  readonly dtype: DType;
  readonly backend: Backend;
}

/**
 * A low-rank change of a weight W (rows, in): W + scale · B A (Hu et al. 2021, section 4.1). B starts as zeros, so that
 * nothing changes before training.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const lora = addLora(gpt, { rank: 2, targets: ["c_attn"] });
 * lora.adapters.get("transformer.h.0.attn.c_attn").loraB.shape // [24, 2]
 */
export class LoraAdapter extends Module {
  readonly start: number;
  readonly rows: number;
  readonly scale: number;
  /** (rank, inFeatures). */
  loraA: Parameter;
  /** (rows, rank). */
  loraB: Parameter;
  dropout: Dropout;

  /** The sizes are those of {@link addLora}, which has checked them. */
  constructor({ inFeatures, start, rows, rank, scale, dropout, dtype, backend }: AdapterSizes) {
    super();
    this.start = start;
    this.rows = rows;
    this.scale = scale;
    const [a, b] = scope(() => [
      new Parameter(zeros([rank, inFeatures], { dtype, backend })),
      new Parameter(zeros([rows, rank], { dtype, backend })),
    ]);
    // U(−1/√in, 1/√in), as PEFT starts it.
    this.loraA = init.kaimingUniform(a!, { a: Math.sqrt(5) });
    this.loraB = b!;
    this.dropout = new Dropout(dropout);
  }

  /** The adapter's addition to the map's output: (…, inFeatures) → (…, rows). */
  override forward(x: Tensor): Tensor {
    return scope(() => {
      const inner = linear(this.dropout.forward(x), this.loraA); // (…, rank)
      return linear(this.scale === 1 ? inner : inner.mul(this.scale), this.loraB);
    });
  }

  /** The adapter's addition to the map's weight: scale · B A, (rows, inFeatures). */
  delta(): Tensor {
    return scope(() => this.loraB.matmul(this.loraA).mul(this.scale));
  }

  protected override describeOptions(): string {
    const [rank, inFeatures] = this.loraA.shape;
    return `inFeatures=${inFeatures}, rows=${this.start}…${this.start + this.rows}, rank=${rank}, scale=${this.scale}`;
  }
}
