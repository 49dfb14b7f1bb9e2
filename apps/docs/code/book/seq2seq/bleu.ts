import { bleu, corpusBleu } from "@saccade/models";

const reference = "she bought a sheep last week";
for (const prediction of [
  "she bought a sheep last week",
  "she bought a dog last week",
  "last week she bought a sheep",
  "she bought a sheep",
  "a a a a a a",
])
  console.log(bleu(prediction, reference, 2).toFixed(3), prediction);

// One number for all sentences of a test set, with n-grams up to 4.
const many = corpusBleu(
  ["she bought a dog last week", "we saw a cat"],
  [reference, "we saw a cat"],
);
console.log("corpus:", many.toFixed(3));
