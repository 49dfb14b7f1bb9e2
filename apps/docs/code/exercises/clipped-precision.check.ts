import { manualSeed, randint } from "@saccade/tensor";
import { precision } from "./clipped-precision.ts";

function expect(
  prediction: string,
  reference: string,
  n: number,
  right: number,
  why: string,
): void {
  const words = (text: string): string[] =>
    text.split(" ").filter((word) => word !== "");
  const found = precision(words(prediction), words(reference), n);
  if (!(Math.abs(found - right) < 1e-6))
    throw new Error(
      `precision of "${prediction}" against "${reference}" with n = ${n} is ${found}; it should be ${right.toFixed(4)}. ${why}`,
    );
}

const plain = "Which share of its n-grams does the reference have?";
expect("a b c d", "a b x d", 1, 3 / 4, plain);
expect("a b c d", "a b x d", 2, 1 / 3, plain);
const often =
  "An n-gram counts at most as often as it is in the reference.";
expect("the the the the", "the cat saw a dog", 1, 1 / 4, often);
expect("a a b a a b", "a a b c", 2, 2 / 5, often);
expect("a", "a b", 2, 0, "There are no n-grams to divide by.");

// Random words, counted in another way: for each n-gram the smaller of the two counts.
manualSeed(7);
for (let run = 0; run < 20; run++) {
  const draw = (count: number): string =>
    Array.from(
      randint(0, 3, [count]).dataSync(),
      (i) => "xyz"[Number(i)],
    ).join(" ");
  const [prediction, reference] = [draw(6), draw(5)];
  const n = 1 + (run % 3);
  const count = (text: string): Map<string, number> => {
    const words = text.split(" ");
    const counts = new Map<string, number>();
    for (let i = 0; i + n <= words.length; i++) {
      const gram = words.slice(i, i + n).join(" ");
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
    return counts;
  };
  const theirs = count(reference);
  let found = 0;
  for (const [gram, times] of count(prediction))
    found += Math.min(times, theirs.get(gram) ?? 0);
  expect(prediction, reference, n, found / (6 - n + 1), often);
}
console.log(
  "Right: no n-gram counts more often than the reference has it.",
);
