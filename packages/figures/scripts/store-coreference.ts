// Trains the network of the figure "coreference" and writes src/coreference/trained.json, in seconds:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-coreference.ts
import { Coreference, steps } from "../src/coreference/resolver.ts";
import { writeTrained } from "./write-trained.ts";

const model = new Coreference();
for (let i = 1; i <= steps; i++) model.train();
writeTrained("coreference", model.stored());
