import { BytePairTokenizer } from "@saccade/datasets";

const text = "the cat sees the dog";
const tokenizer = BytePairTokenizer.train(text, { vocabSize: 300 });
for (const word of ["the", "été", "猫", "🙂"]) {
  const ids = tokenizer.encode(word);
  const back = tokenizer.decode(ids) === word;
  console.log(word, ids.length, "tokens, comes back:", back);
}
