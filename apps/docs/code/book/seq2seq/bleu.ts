import { bleu, corpusBleu } from "@saccade/models";

const reference = "we drew a cat last week";
for (const prediction of [
  "we drew a cat last week",
  "we drew a dog last week",
  "last week we drew a cat",
  "we drew a cat",
  "a a a a a a",
])
  console.log(bleu(prediction, reference, 2).toFixed(3), prediction);

// One number for all sentences of a test set, with n-grams up to 4.
const many = corpusBleu(
  ["we drew a dog last week", "we saw a cat"],
  [reference, "we saw a cat"],
);
console.log("corpus:", many.toFixed(3));
