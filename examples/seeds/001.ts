// Document 001: self-attention in its shortest form.
import { seed001 } from "@saccade/models/seeds";
import { manualSeed, ones, randn, scope } from "@saccade/tensor";
import { runAlone } from "./alone.ts";
import { check, claim, distance, heading, mended } from "./claim.ts";

export async function main(): Promise<void> {
  manualSeed(0);
  scope(selfAttention);
  scope(whyNoBias);
}

function selfAttention(): void {
  heading("001 · Attention");
  const [batch, length, size] = [2, 10, 16];
  const x = randn([batch, length, size]); // the sentence's ten vectors
  const attention = new seed001.Attention(size);

  claim("q, k and v", attention.linear_q.forward(x).shape, [batch, length, size]);
  const { output, weights } = attention.forward(x);
  claim("attention", weights.shape, [batch, length, length]); // each word's weights for every word
  claim("out", output.shape, [batch, length, size]);
  check("every word's weights sum to 1", distance(weights.sum(-1), ones([batch, length])) < 1e-5);

  // Attention by itself knows no order: the words in another order give the same outputs in that order.
  const reversed = attention.forward(x.flip(1)).output;
  check("a sentence read backwards gives its outputs backwards", distance(reversed, output.flip(1)) < 1e-5);

  mended(
    "torch.function → torch.nn.functional, nn.module → nn.Module, import math, x → x.shape, values → v.",
  );
  mended("Weights are computed from the input; what is learned are the projections.");
}

function whyNoBias(): void {
  heading("001 · why the projections have no bias");
  const size = 16;
  const [q, k, bias] = [randn([1, 5, size]), randn([1, 5, size]), randn([size])];
  const weights = q.matmul(k.transpose(-2, -1)).softmax(-1);
  const withKeyBias = q.matmul(k.add(bias).transpose(-2, -1)).softmax(-1);
  const withQueryBias = q.add(bias).matmul(k.transpose(-2, -1)).softmax(-1);
  // A key bias adds q·b to the scores of all keys alike, and a softmax does not see what all have in common.
  check("a bias of the keys changes no weight", distance(weights, withKeyBias) < 1e-5);
  check("a bias of the queries does", distance(weights, withQueryBias) > 0.01);
  mended(
    "So the softmax makes the key bias pointless, not those of queries and values; key and value are two projections.",
  );
}

await runAlone(import.meta.url, main);
