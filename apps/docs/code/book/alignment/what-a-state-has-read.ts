import { noGrad } from "@saccade/autograd";
import { BidirectionalEncoder, Seq2SeqEncoder } from "@saccade/models";
import { manualSeed, type Tensor, tensor } from "@saccade/tensor";

manualSeed(0);
const oneWay = new Seq2SeqEncoder(20, 8, 8, 1).eval();
const bothWays = new BidirectionalEncoder(20, 8, 8, 1).eval();

const ids = (words: number[]): Tensor =>
  tensor([words], { dtype: "int32" }); // (1, 5)
const words = ["the", "water", "that", "she", "likes"];
const sentence = [4, 5, 6, 7, 8]; // their ids
const lengths = tensor([5], { dtype: "int32" });

/**
 * How far each word's state moves when another word is changed: (5).
 */
function moved(states: (x: Tensor) => Tensor, place: number): string {
  const other = sentence.map((word, i) => (i === place ? 15 : word));
  const change = noGrad(() =>
    states(ids(sentence))
      .sub(states(ids(other)))
      .square()
      .sum(-1)
      .sqrt()
      .flatten(),
  );
  return (change.toArray() as number[])
    .map((x) => x.toFixed(2))
    .join("  ");
}

const forward = (x: Tensor): Tensor =>
  oneWay.forward(x).output.transpose(0, 1); // (1, 5, h)
const both = (x: Tensor): Tensor =>
  bothWays.forward(x, lengths).output.transpose(0, 1);
for (const place of [3, 4]) {
  console.log(`${words[place]} is changed; the states move by`);
  console.log(`  one way:   ${moved(forward, place)}`);
  console.log(`  both ways: ${moved(both, place)}`);
}
