// Trains the network of the figure "coreference" and writes src/coreference/trained.ts, in seconds:
//   node --import tsx --conditions=@saccade/source apps/figures/scripts/store-coreference.ts
import { Coreference, steps } from "../src/coreference/resolver.ts";
import { writeTrained } from "./write-trained.ts";

const model = new Coreference();
for (let i = 1; i <= steps; i++) model.train();
writeTrained("coreference", {
  script: "store-coreference.ts",
  doc: "The resolver after the steps that the figure's button runs.",
  parameters: model.stored(),
});
