import { scaledDotProductAttention } from "@saccade/attention";
import { type Tensor, tensor } from "@saccade/tensor";

// Made by hand: grows, can be eaten, has wheels, is made by a company.
const vectors = {
  apple: [2, 2, 0, 1.5],
  fruit: [2, 2.5, 0, 0],
  car: [0, 0, 2.5, 2],
  phone: [0, 0, 0, 2.5],
};
type Word = keyof typeof vectors;
const vector = (word: Word): Tensor => tensor(vectors[word]); // (4)

const cosine = (a: Word, b: Word): string => {
  const [u, v] = [vector(a), vector(b)];
  return u.mul(v).sum().div(u.norm().mul(v.norm())).item().toFixed(2);
};
console.log(
  "correlation: apple fruit",
  cosine("apple", "fruit"),
  " apple car",
  cosine("apple", "car"),
);
console.log(
  "             fruit apple",
  cosine("fruit", "apple"),
  " car apple",
  cosine("car", "apple"),
);

/**
 * Prints the weights of each word on all words; `look` says which
 * properties the queries ask for.
 */
function weightsIn(
  sentence: readonly Word[],
  look: readonly number[],
): void {
  const x = tensor(sentence.map((word) => vectors[word])); // (n, 4)
  // (n, 4), a projection W_q that is diagonal
  const queries = x.mul(tensor([...look]));
  // (n, n)
  const { weights } = scaledDotProductAttention(queries, x, x);
  for (const [i, word] of sentence.entries()) {
    const row = weights.select(0, i).toArray(1);
    const shares = sentence
      .map((other, j) => `${other} ${row[j]!.toFixed(2)}`)
      .join("  ");
    console.log(`  ${word.padEnd(5)} → ${shares}`);
  }
}

console.log("queries ask for everything:");
weightsIn(["apple", "fruit", "car"], [1, 1, 1, 1]);
console.log("queries ask for companies:");
weightsIn(["apple", "fruit", "car"], [0.1, 0.1, 0.1, 1]);
console.log("another word in the sentence:");
weightsIn(["apple", "fruit", "car", "phone"], [0.1, 0.1, 0.1, 1]);
