import { gruStep } from "@saccade/nn/definitions";
import { ones, zeros } from "@saccade/tensor";

// gates r, z, n of 3 units each
const weights = { ih: ones([9, 4]), hh: ones([9, 3]) };
console.log(gruStep(ones([2, 4]), zeros([2, 3]), weights).shape);
