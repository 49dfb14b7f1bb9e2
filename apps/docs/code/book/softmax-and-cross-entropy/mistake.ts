import { crossEntropy } from "@saccade/nn";
import { tensor } from "@saccade/tensor";

const scores = tensor([[8, 0, 0]]);
const right = tensor([0], { dtype: "int32" });
const once = crossEntropy(scores, right);
const twice = crossEntropy(scores.softmax(-1), right);
console.log("from scores       ", once.item().toFixed(4));
console.log("from probabilities", twice.item().toFixed(4));
