import { GPT } from "@saccade/models";
import { namedWeights, savePretrained } from "@saccade/pretrained";

const llama = {
  positions: "rotary",
  norm: "rms",
  activation: "swiglu",
  bias: false,
} as const;
const sizes = {
  vocabSize: 32,
  maxLen: 16,
  dModel: 16,
  numLayers: 1,
  numHeads: 4,
  numKvHeads: 2,
};
const gpt = new GPT({ ...sizes, ...llama });
for (const [name, x] of Object.entries(namedWeights(gpt)))
  console.log(name, x.shape);

const { config, weights } = savePretrained(gpt, {
  dtype: "bfloat16",
  config: { eos_token_id: 2 },
});
console.log(
  JSON.parse(new TextDecoder().decode(config)).model_type,
  weights.length,
);
