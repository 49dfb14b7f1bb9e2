import { fromSafetensors, Linear, Sequential, Tanh, toSafetensors } from "@saccade/nn";

const file = toSafetensors(new Sequential(new Linear(2, 4), new Tanh(), new Linear(4, 1)));
const other = new Sequential(new Linear(2, 8), new Tanh(), new Linear(8, 1));
try {
  other.loadStateDict(fromSafetensors(file).tensors);
} catch (error) {
  console.log(String(error));
}
