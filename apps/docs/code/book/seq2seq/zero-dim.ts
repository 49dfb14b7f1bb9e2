import { clipGradNorm } from "@saccade/nn";
import { tensor } from "@saccade/tensor";

// The gradients of a matrix's row and of a parameter that is a single
// number.
const { grads, norm } = clipGradNorm([tensor([3, 0]), tensor(4)], 1, {
  eps: 0,
});
console.log("norm:", norm.item());
for (const grad of grads) console.log(`shape [${grad.shape}]: ${grad}`);
