import { bleu } from "@saccade/attention";

for (const prediction of ["", "she", "she bought"]) {
  console.log(JSON.stringify(prediction), bleu(prediction, "she bought a sheep", 2).toFixed(3));
}
