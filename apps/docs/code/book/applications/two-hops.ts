import { stack, type Tensor, tensor } from "@saccade/tensor";

// Entities as one-hot vectors: ball, john, mary, hall, garden.
const names = ["ball", "john", "mary", "hall", "garden"];
const one = (name: string): Tensor =>
  tensor(names.map((other) => (other === name ? 1 : 0)));
const story = [
  ["ball", "john", "john took the ball"],
  ["mary", "garden", "mary went to the garden"],
  ["john", "hall", "john went to the hall"],
] as const;
// (sentences, d): what it is about
const keys = stack(story.map(([about]) => one(about)));
// (sentences, d): what it says
const values = stack(story.map(([, says]) => one(says)));

let query = one("ball"); // where is the ball?
for (const hop of [1, 2]) {
  const weights = keys.matmul(query).mul(6).softmax(0); // (sentences)
  const read = weights.matmul(values); // (d)
  const most = weights.argmax(0).item();
  console.log(
    `hop ${hop}: “${story[most]?.[2]}” ` +
      `(${weights.max().item().toFixed(2)}) says ` +
      `${names[read.argmax(0).item()]}`,
  );
  query = read; // what was read asks the next question
}
