import { env, InferenceSession, Tensor } from "onnxruntime-web";
import { left, right, size } from "../startup-operands.ts";

// exportOnnx(({ a, b }) => a.matmul(b), { a: zeros([64, 64]), b: zeros([64, 64]) }, { dynamicAxes: {} })
const file = [
  "CAsSB3NhY2NhZGU6nAEKIAoBYQoBYhIITWF0TXVsOjAaBk1hdE11bCIGTWF0TXVsCi0KCE1hdE11bDowEgZvdXRwdXQaD291dHB1dC9J",
  "ZGVudGl0eSIISWRlbnRpdHkSBW1vZGVsWhMKAWESDgoMCAESCAoCCEAKAghAWhMKAWISDgoMCAESCAoCCEAKAghAYhgKBm91dHB1dBIO",
  "CgwIARIICgIIQAoCCEBCBAoAEBc=",
];
env.wasm.numThreads = 1;
const model = Buffer.from(file.join(""), "base64");
const session = await InferenceSession.create(model, { executionProviders: ["wasm"] });
const operand = (values: Float32Array): Tensor => new Tensor("float32", values, [size, size]);
const { output } = await session.run({ a: operand(left), b: operand(right) });
console.log(output!.data[1]);
