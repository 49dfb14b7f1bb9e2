import { stack, type Tensor, tensor } from "@saccade/tensor";

const names = ["ball", "john", "mary", "hall", "garden"];
const one = (name: string): Tensor =>
  tensor(names.map((other) => (other === name ? 1 : 0)));
// what a sentence is about, and what it says
const story = [
  ["ball", "john"], // john took the ball
  ["john", "mary"], // john gave it to mary
  ["mary", "garden"], // mary went to the garden
] as const;
const keys = stack(story.map(([about]) => one(about)));
const values = stack(story.map(([, says]) => one(says)));

let query = one("ball");
for (const hop of [1, 2, 3, 4]) {
  const weights = keys.matmul(query).mul(6).softmax(0);
  query = weights.matmul(values);
  console.log(
    `hop ${hop}: ${names[query.argmax(0).item()]}, ` +
      `largest weight ${weights.max().item().toFixed(2)}`,
  );
}
