// The smallest import: a bundler that drops what attaches the methods breaks this.
import { tensor } from "@saccade/tensor";

const x = tensor([1, 2]);
console.log(JSON.stringify([x.add(2).sum().item(), x.reshape([2, 1]).matmul(x.unsqueeze(0)).toArray()]));
