import { bleu } from "@saccade/models";

for (const prediction of ["", "we", "we drew"]) {
  console.log(
    JSON.stringify(prediction),
    bleu(prediction, "we drew a cat", 2).toFixed(3),
  );
}
