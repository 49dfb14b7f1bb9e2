import { bleu } from "@saccade/models";

const [prediction, reference] = ["a b c d", "a b x d e f"];
const brevity = Math.exp(1 - 6 / 4);
console.log("brevity", brevity.toFixed(4));
const byHand = brevity * (3 / 4) ** (1 / 2) * (1 / 3) ** (1 / 4);
console.log("by hand", byHand.toFixed(4));
console.log("bleu   ", bleu(prediction, reference, 2).toFixed(4));
