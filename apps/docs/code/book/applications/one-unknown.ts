import { Vocab } from "@saccade/datasets";
import { copyIds } from "@saccade/models";

const vocab = new Vocab([["saw", "the", "."]]);
const source = ["lagalo", "saw", "repuvi", "."];
console.log(
  "ids of the vocabulary",
  source.map((word) => vocab.index(word)).join(" "),
);
console.log("ids for copying      ", copyIds(source, vocab).join(" "));
