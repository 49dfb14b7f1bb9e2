import {
  BytePairTokenizer,
  embeddedCorpus,
  parsePairs,
  tokenizePairs,
  Vocab,
} from "@saccade/datasets";

const { source } = tokenizePairs(parsePairs(embeddedCorpus()));
const heldOut = source.filter((_, i) => i % 10 === 0);
const train = source.filter((_, i) => i % 10 !== 0);
const words = heldOut.flat();
const text = (sentence: readonly string[]) => ` ${sentence.join(" ")}`;

console.log("entries  unknown words  subwords a word");
for (const size of [300, 400, 500, 700]) {
  const all = new Vocab(train).tokens; // <unk>, then by frequency
  const known = new Set(all.slice(0, size));
  const unknown = words.filter((word) => !known.has(word)).length;

  const options = { vocabSize: size, specialTokens: [] };
  const tokenizer = BytePairTokenizer.train(train.map(text), options);
  const ids = heldOut.flatMap((line) => tokenizer.encode(text(line)));
  console.log(
    `${size}  ${((100 * unknown) / words.length).toFixed(1).padStart(13)} %`,
    `${(ids.length / words.length).toFixed(2).padStart(15)}`,
  );
}
