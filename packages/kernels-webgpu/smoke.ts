import { tensor, setBackend, randn } from "@saccade/tensor";
import { webgpuBackend } from "./src/index.ts";
const b = await webgpuBackend(); console.log(b.adapter);
setBackend(b);
const x = tensor([[1,-2,3],[4,5,-6]]);
console.log(String(x.add(1).mul(x.t().t()).tanh()), x.sum().item(), [...b.onHost]);
console.log(String(x.gt(0)), await x.exp().data());
console.log(await b.counts());
