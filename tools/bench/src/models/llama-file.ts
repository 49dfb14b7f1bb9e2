import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The sizes of a Llama under the names of its config.json. */
export interface LlamaSizes {
  readonly vocab_size: number;
  readonly hidden_size: number;
  readonly intermediate_size: number;
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly num_key_value_heads: number;
  readonly max_position_embeddings: number;
}

/** Writes a checkpoint in bfloat16 with random weights, always the same ones, a tensor at a time. */
export function writeLlama(folder: string, sizes: LlamaSizes): void {
  const config = {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
    hidden_act: "silu",
    rms_norm_eps: 1e-5,
    rope_theta: 10_000,
    tie_word_embeddings: true,
    torch_dtype: "bfloat16",
    ...sizes,
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const shapes = Object.entries(shapesOf(sizes));
  let at = 0;
  const places = shapes.map(([name, shape]) => {
    const begin = at;
    at += 2 * numberOf(shape);
    return [name, { dtype: "BF16", shape, data_offsets: [begin, at] }];
  });
  const text = JSON.stringify(Object.fromEntries(places));
  const header = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const file = openSync(join(folder, "model.safetensors"), "w");
  try {
    for (const bytes of [length, header]) writeAll(file, bytes);
    const random = new Bits();
    for (const [, shape] of shapes) {
      const count = numberOf(shape);
      // The weights of norms are ones.
      writeAll(file, shape.length === 1 ? ones(count) : random.next(count));
    }
  } finally {
    closeSync(file);
  }
}

function shapesOf(sizes: LlamaSizes): Record<string, readonly number[]> {
  const { hidden_size: width, intermediate_size: inner, num_attention_heads, num_key_value_heads } = sizes;
  const kv = (width / num_attention_heads) * num_key_value_heads;
  const shapes: Record<string, readonly number[]> = {
    "model.embed_tokens.weight": [sizes.vocab_size, width],
  };
  for (let i = 0; i < sizes.num_hidden_layers; i++) {
    Object.assign(shapes, {
      [`model.layers.${i}.input_layernorm.weight`]: [width],
      [`model.layers.${i}.self_attn.q_proj.weight`]: [width, width],
      [`model.layers.${i}.self_attn.k_proj.weight`]: [kv, width],
      [`model.layers.${i}.self_attn.v_proj.weight`]: [kv, width],
      [`model.layers.${i}.self_attn.o_proj.weight`]: [width, width],
      [`model.layers.${i}.post_attention_layernorm.weight`]: [width],
      [`model.layers.${i}.mlp.gate_proj.weight`]: [inner, width],
      [`model.layers.${i}.mlp.up_proj.weight`]: [inner, width],
      [`model.layers.${i}.mlp.down_proj.weight`]: [width, inner],
    });
  }
  return { ...shapes, "model.norm.weight": [width] };
}

/** Random bfloat16 numbers between 2⁻⁷ and 2⁻⁵ of both signs. */
class Bits {
  #state = 1;

  next(count: number): Uint8Array {
    const bits = new Uint32Array(Math.ceil(count / 2));
    let state = this.#state;
    for (let i = 0; i < bits.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      bits[i] = ((state ^ (state >>> 15)) & 0x80ff80ff) | 0x3c003c00;
    }
    this.#state = state;
    return new Uint8Array(bits.buffer, 0, 2 * count);
  }
}

function ones(count: number): Uint8Array {
  return new Uint8Array(new Uint16Array(count).fill(0x3f80).buffer);
}

function numberOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

// A call may write less than it is given.
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
