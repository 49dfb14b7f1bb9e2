import { compile, valueAndGrad } from "@saccade/autograd";
import { Linear } from "@saccade/nn";
import { randn, scope } from "@saccade/tensor";
import type { Figure } from "../program.ts";
import { leastTimes } from "../time.ts";

/** Time of one product with a matrix of 3 · width columns, over that of three products: forward and backward, compiled. */
export function measurePacked(quick: boolean): Figure[] {
  const width = quick ? 16 : 64;
  return scope(() => {
    const x = randn([16, 64, width]);
    const one = new Linear(width, 3 * width);
    const three = [0, 1, 2].map(() => new Linear(width, width));
    const packed = compile(() =>
      valueAndGrad(() => {
        const y = one.forward(x);
        return [0, 1, 2]
          .map((i) =>
            y
              .narrow(-1, i * width, width)
              .square()
              .sum(),
          )
          .reduce((a, b) => a.add(b));
      }, one.parameters()),
    );
    const apart = compile(() =>
      valueAndGrad(
        () => three.map((linear) => linear.forward(x).square().sum()).reduce((a, b) => a.add(b)),
        three.flatMap((linear) => linear.parameters()),
      ),
    );
    const [together, alone] = leastTimes(quick ? 3 : 60, [() => void packed(), () => void apart()]);
    return [{ name: "time of one packed projection / three", value: together! / alone! }];
  });
}
