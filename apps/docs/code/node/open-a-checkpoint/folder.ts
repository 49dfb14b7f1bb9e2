import { writeFile } from "node:fs/promises";
import { GPT, generate } from "@saccade/models";
import {
  loadPretrainedFolder,
  savePretrainedFolder,
} from "@saccade/pretrained/node";
import { manualSeed } from "@saccade/tensor";

manualSeed(0);
const gpt = new GPT({
  vocabSize: 8,
  maxLen: 16,
  dModel: 16,
  numLayers: 2,
  numHeads: 4,
});
await savePretrainedFolder("tiny", gpt);
await writeFile("tiny/tokenizer.json", JSON.stringify(letters()));

// #region load
const { model, tokenizer } = await loadPretrainedFolder("tiny");
if (!(model instanceof GPT) || tokenizer === null)
  throw new Error("not a language model");
const prompt = tokenizer.encode("abcab");
console.log(prompt);
console.log(
  tokenizer.decode([
    ...prompt,
    ...generate(model, prompt, { maxNewTokens: 4 }),
  ]),
);
// #endregion load

// Byte-pair encoding of a few letters, with one merge.
function letters(): object {
  const vocab = { a: 0, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, ab: 7 };
  const bytes = {
    type: "ByteLevel",
    add_prefix_space: false,
    use_regex: true,
  };
  const model = { type: "BPE", vocab, merges: [["a", "b"]] };
  return {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: bytes,
    post_processor: null,
    decoder: bytes,
    model,
  };
}
