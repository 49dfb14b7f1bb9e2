import { tensor } from "@saccade/tensor";

const weights = tensor([0.1, 0.2, 0.7]);
const ids = tensor([3, 1, 2], { dtype: "int32" });
const allowed = tensor([true, false, true]);
console.log(weights.dtype, ids.dtype, allowed.dtype);

const large = 2 ** 24;
console.log("float32:", tensor(large).add(1).item() - large);
const exact = tensor(large, { dtype: "float64" });
console.log("float64:", exact.add(1).item() - large);
