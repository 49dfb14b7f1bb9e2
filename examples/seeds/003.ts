// Document 003: self-attention in four steps.
import { seed003 } from "@saccade/models/seeds";
import { manualSeed, rand, scope, type Tensor, tensor } from "@saccade/tensor";
import { runAlone } from "./alone.ts";
import { check, claim, heading, mended, say } from "./claim.ts";

export async function main(): Promise<void> {
  manualSeed(0);
  scope(step1);
  scope(step2);
  scope(step3);
  scope(step4);
}

function step1(): void {
  heading("003 · SelfAttentionV1: softmax(q kᵀ / √d) v");
  const x = rand([3, 2, 4]); // (batch, length, size)
  say(x);
  const { output, weights } = new seed003.SelfAttentionV1(4).forward(x);
  claim("attention_weight", weights.shape, [3, 2, 2]);
  claim("output", output.shape, [3, 2, 4]);
  say(output);
}

function step2(): void {
  heading("003 · SelfAttentionV2: three projections in one matrix, and one of the output");
  const x = rand([3, 2, 4]);
  say(x);
  const net = new seed003.SelfAttentionV2(4);
  claim("QKV", net.proj.forward(x).shape, [3, 2, 12]); // one product in place of three
  const { output } = net.forward(x);
  claim("output", output.shape, [3, 2, 4]);
  say(output);
}

/** Which of the four words of each of three sentences are words and not padding. */
function paddingMask(): Tensor {
  const rows = [
    [1, 1, 1, 0],
    [1, 1, 0, 0],
    [1, 0, 0, 0],
  ];
  return tensor(rows, { dtype: "int32" });
}

function step3(): void {
  heading("003 · SelfAttentionV3: a mask, and dropout");
  const x = rand([3, 4, 2]);
  say(x);
  const mask = paddingMask(); // (batch, keys)
  claim("mask", mask.shape, [3, 4]);
  // Every query of a sentence has the same keys to choose from.
  const xMask = mask.unsqueeze(1).repeat([1, 4, 1]); // (batch, queries, keys)
  say(xMask);
  claim("x_mask", xMask.shape, [3, 4, 4]);
  const { output, weights } = new seed003.SelfAttentionV3(2).forward(x, xMask.ne(0));
  claim("output", output.shape, [3, 4, 2]);
  say(output);
  check("padding gets no weight", weights.maskedFill(xMask.ne(0), 0).amax().item() === 0);
}

function step4(): void {
  heading("003 · MultiHeadAttention: eight heads");
  const x = rand([3, 4, 128]);
  const mask = paddingMask();
  claim("mask", mask.shape, [3, 4]);
  const xMask = mask.unsqueeze(1).unsqueeze(2).repeat([1, 8, 4, 1]); // (batch, heads, queries, keys)
  claim("x_mask", xMask.shape, [3, 8, 4, 4]);
  const net = new seed003.MultiHeadAttention(128, 8);
  const { output, weights } = net.forward(x, xMask.ne(0));
  claim("att_weight", weights.shape, [3, 8, 4, 4]);
  claim("ret", output.shape, [3, 4, 128]);
  say(output);

  mended("The document fills where the scores are 0 in place of where the mask is: its mask did nothing.");
  check("padding gets no weight", weights.maskedFill(xMask.ne(0), 0).amax().item() === 0);
  // A mask (b, n, n) applies to all heads, a size of 1 to all queries.
  const same = net.eval().forward(x, mask.unsqueeze(1).ne(0)).weights;
  check("(3, 1, 4) means the same mask", same.sub(weights).abs().amax().item() < 1e-6);
  mended("128 numbers go into 8 heads of 16; a size that the heads do not divide is refused at once:");
  try {
    new seed003.MultiHeadAttention(130, 8);
  } catch (error) {
    say(`  ${error instanceof Error ? error.message : error}`);
  }
}

await runAlone(import.meta.url, main);
