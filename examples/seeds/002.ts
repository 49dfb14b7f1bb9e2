// Document 002: multi-head self-attention, each head as wide as the input.
import { seed002 } from "@saccade/models/seeds";
import { manualSeed, rand, scope } from "@saccade/tensor";
import { runAlone } from "./alone.ts";
import { claim, heading, mended, say } from "./claim.ts";

export async function main(): Promise<void> {
  manualSeed(0);
  scope(selfAttention);
}

function selfAttention(): void {
  heading("002 · SelfAttention");
  const inputData = rand([32, 10, 128]); // (batch, length, size)

  const layer = new seed002.SelfAttention(128); // 8 heads, and a projection back to 128
  const { output, weights } = layer.forward(inputData);
  say(`[${output.shape.join(", ")}]`);
  claim("output, as the document says,", output.shape, [32, 10, 128]);
  claim("weights, one matrix a head,", weights.shape, [32, 8, 10, 10]);

  // The document's layer ends with the concatenated heads: 8 times 128 numbers a word.
  const bare = new seed002.SelfAttention(128, 8, { outProj: false });
  claim(
    "output of the document's own code, without projection,",
    bare.forward(inputData).output.shape,
    [32, 10, 1024],
  );

  mended("The scale is √128, the width of a head, not √(128 / 8).");
  mended("Heads go back behind positions (transpose(1, 2)) before they are joined; else the two are mixed.");
  mended(
    "Each head has projections of its own. Positional encodings give order; they do not shorten distances.",
  );
  mended("The formula that is missing: softmax(q kᵀ / √d) v. Linear attention is another thing.");
}

await runAlone(import.meta.url, main);
