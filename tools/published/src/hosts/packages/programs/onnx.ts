// An ONNX file of a small network.
import { Linear, ReLU, Sequential } from "@saccade/nn";
import { exportOnnx } from "@saccade/onnx";
import { manualSeed, randn } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const net = new Sequential(new Linear(4, 8), new ReLU(), new Linear(8, 2));
  const file = exportOnnx(net, { x: randn([3, 4]) });
  return { bytes: file.length, first: String([...file.subarray(0, 4)]) };
}
