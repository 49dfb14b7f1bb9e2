import { Vocab } from "@saccade/datasets";
import { copiedTokens, copyIds } from "@saccade/models";
import { tensor, zeros } from "@saccade/tensor";

const vocab = new Vocab([["la", "souris", "a", "vu", "<eos>"]]);
const source = ["the", "mouse", "lagalo", "saw", "repuvi"];
console.log(
  "vocabulary",
  vocab.size,
  "ids of the source",
  copyIds(source, vocab).join(" "),
);

// (vocabulary), the decoder's softmax, here uniform
const generated = zeros([vocab.size]).add(1 / vocab.size);
// (source length)
const attention = tensor([0.02, 0.05, 0.9, 0.02, 0.01]);
const share = 0.2; // p_gen, the probability of generating
const ids = tensor(copyIds(source, vocab), { dtype: "int32" });
const mixed = generated
  .mul(share)
  .pad([0, source.length]) // room for one id a source position
  // (vocabulary + source length)
  .scatterAdd(0, ids, attention.mul(1 - share));
const best = mixed.argmax(0).item();
console.log(
  `id ${best} = ${copiedTokens([best], source, vocab)[0]}, ` +
    `p = ${mixed.max().item().toFixed(3)}, ` +
    `sum ${mixed.sum().item().toFixed(3)}`,
);
