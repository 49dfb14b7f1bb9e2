import { attend } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const scores = tensor([
  [3, 1],
  [0, 2],
]); // (2, 2)
const values = tensor([[10], [20]]); // (2, 1)
const mask = tensor([
  [true, true],
  [false, false], // the second query may attend to nothing
]);
for (const options of [
  {},
  { maskFill: -1e6 },
  { maskFill: -Infinity },
]) {
  const { output, weights } = attend(scores, values, {
    mask,
    ...options,
  });
  const [w, out] = [weights.select(0, 1), output.select(0, 1)];
  console.log(
    `${"maskFill" in options ? options.maskFill : "default"}: ` +
      `weights ${w}, output ${out}`,
  );
}
