import { Transformer } from "@saccade/models";

for (const tied of [true, false]) {
  const net = new Transformer({
    srcVocabSize: 13,
    tgtVocabSize: 20,
    dModel: 16,
    numHeads: 2,
    numLayers: 1,
    tied,
  });
  console.log(tied ? "tied:  " : "untied:", net.numParameters());
}
