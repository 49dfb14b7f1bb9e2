import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The smallest whole program: it trains a linear layer. */
const program = `
import { valueAndGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import { randn, setBackend, zeros } from "@saccade/tensor";

setBackend(await wasmBackend());
const x = randn([64, 4]);
const y = x.matmul(randn([4, 1]));
let [w, b] = [zeros([4, 1]), zeros([1])];
for (let step = 0; step < 100; step++) {
  const { value, grads } = valueAndGrad(() => x.matmul(w).add(b).sub(y).square().mean(), [w, b]);
  [w, b] = [w.sub(grads[0].mul(0.1)), b.sub(grads[1].mul(0.1))];
  if (step % 10 === 0) console.log(step, value.item());
}
`;

/**
 * What the program may weigh, with all kernels and both variants. The goal is 60 KB. It rose from 62 KB when every public
 * function came to check its arguments and options by name: the checks and their messages are 12 KB, the kernels that
 * keep non-finite values of masked keys out 1 KB. Tensors have every op as a method, so every op's checks are in it.
 * From 75 to 80 KB with the kernels of convolutions, their gradients and max-pooling, which went through unfolded copies
 * and the reference before (2.5 KB, 1.3 of them the module's), and those of single rows and queries, which cached decoding
 * lives on (1.2 KB). From 80 to 81 KB with the kernels of 16-bit weights and their ops (0.9 KB). From 81 to 81.5 KB with
 * RMS norms, which share the kernels of layer norms (0.1 KB, and the last ceiling was reached), and rotations (0.3 KB).
 * From 81.5 to 84 KB when arguments beyond the last, names of other libraries and assignments to tensors came to throw (1.3
 * KB), fractions no longer went into int32, tensors showed themselves in consoles, and the default backend told of this one.
 * From 84 to 83 KB when messages came to say things once, and options of functions that are not used were left out; to 83.7 KB
 * with sizes and rearrange (0.9 KB). To 82.5 KB when kernels over rows came to share one call, and elementwise ones to compute
 * their last vector whole (1.8 KB, of which the options' contract takes 0.5). To 83 KB with gradients of products that
 * neither overflow nor underflow on the way (0.35 KB), the rule for results of 2³¹ elements (0.05 KB), and errors that name the call (0.2 KB).
 * To 90 KB with the kernels of score programs (4.3 KB) and of attention that tells of its weights (1.9 KB).
 */
const ceiling = 90 * 1024;

test("a program that trains a linear layer stays within the ceiling", async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: dirname(fileURLToPath(import.meta.url)), loader: "js" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["@saccade/source"],
  });
  const { contents } = outputFiles[0]!;
  const size = gzipSync(contents, { level: 9 }).length;
  console.log(`a linear layer, trained: ${contents.length} bytes minified, ${size} of ${ceiling} bytes gz`);
  expect(size).toBeLessThanOrEqual(ceiling);
});
