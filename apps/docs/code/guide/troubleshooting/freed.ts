import { keep, randn, scope, type Tensor } from "@saccade/tensor";

let hidden: Tensor = randn([1]);
scope(() => {
  hidden = randn([2, 2]).tanh();
});
try {
  hidden.sum();
} catch (error) {
  console.log(String(error));
}
scope(() => {
  hidden = keep(randn([2, 2]).tanh());
});
console.log(hidden.sum().shape);
