import { tensor } from "@saccade/tensor";

const predicted = tensor([1, 2, 3, 4]).unsqueeze(1); // (4, 1)
const wanted = tensor([1, 2, 3, 4]); // (4)
const errors = predicted.sub(wanted);
console.log("shape of errors", JSON.stringify(errors.shape));
console.log("mean square    ", errors.square().mean().item());

const paired = predicted.squeeze(1).sub(wanted); // (4)
console.log("in pairs       ", paired.square().mean().item());
