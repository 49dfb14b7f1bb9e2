import { fromSafetensors, Linear, toSafetensors } from "@saccade/nn";

const file = toSafetensors(new Linear(2, 4));
try {
  fromSafetensors(file.subarray(0, file.length - 8)); // a download that broke off
} catch (error) {
  console.log(String(error));
}
