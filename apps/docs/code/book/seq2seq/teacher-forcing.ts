import { buildArrayNmt, Vocab } from "@saccade/datasets";

const target = ["we", "drew", "a", "cat"];
const vocab = new Vocab([target], {
  reservedTokens: ["<pad>", "<bos>", "<eos>"],
});
// <eos> added, filled up to six steps
const { array } = buildArrayNmt([target], vocab, 6);
const wanted = vocab.toTokens(array);
// what seq2seqLoss gives the decoder
const fed = ["<bos>", ...wanted.slice(0, -1)];

console.log("fed:   ", fed.map((word) => word.padEnd(6)).join(" "));
console.log("wanted:", wanted.map((word) => word.padEnd(6)).join(" "));
