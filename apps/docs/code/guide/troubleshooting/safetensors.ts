import { fromSafetensors, Linear, toSafetensors } from "@saccade/nn";

const file = toSafetensors(new Linear(2, 4));
try {
  // a download that broke off
  fromSafetensors(file.subarray(0, file.length - 8));
} catch (error) {
  console.log(String(error));
}
