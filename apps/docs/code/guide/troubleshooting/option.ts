import { randn } from "@saccade/tensor";

const options: object = { keepDim: true };
try {
  randn([2, 3]).sum(1, options);
} catch (error) {
  console.log(String(error));
}
console.log(randn([2, 3]).sum(1, { keepdim: true }).shape);
