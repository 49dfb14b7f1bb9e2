import { bleu } from "@saccade/models";

for (const prediction of ["", "she", "she bought"]) {
  console.log(
    JSON.stringify(prediction),
    bleu(prediction, "she bought a sheep", 2).toFixed(3),
  );
}
