import { bleu } from "@saccade/models";

for (const prediction of [
  "the the the the",
  "the cat the cat",
  "the cat",
])
  console.log(
    prediction.padEnd(16),
    bleu(prediction, "the cat saw a dog", 1).toFixed(3),
  );
