import { RotaryPositions } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const rotary = new RotaryPositions(2); // one pair, frequency 1
const turned = rotary.forward(
  tensor([
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
  ]),
); // (n, d) = (4, 2)
for (const [p, [x, y]] of (
  turned.toArray() as [number, number][]
).entries()) {
  console.log(`position ${p}: (${x.toFixed(4)}, ${y.toFixed(4)})`);
}
