import { tensor } from "@saccade/tensor";

const pixels = new Uint8Array([0, 128, 255]);
try {
  tensor(pixels);
} catch (error) {
  console.log(String(error));
}
console.log(tensor(pixels, { dtype: "float32" }).div(255).toArray());
