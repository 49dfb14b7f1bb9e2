import { loadOrt } from "../libraries/ort.ts";
import { left, right, size } from "../startup-operands.ts";

const inputs = { a: { shape: [size, size], data: left }, b: { shape: [size, size], data: right } };
const node = { op: "MatMul", inputs: ["a", "b"], outputs: ["y"] };
const program = await (await loadOrt(1)).graph(inputs, ["a", "b"], [node]);
const [product] = await program.outputs();
console.log(product![1]);
