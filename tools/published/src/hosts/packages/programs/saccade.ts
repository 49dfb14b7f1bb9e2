// Kernel regression with one learned weight, all from one import.
import {
  bestBackend,
  leaveOneOut,
  manualSeed,
  mseLoss,
  NadarayaWatson,
  SGD,
  setBackend,
  sinData,
} from "saccade";

export async function main(): Promise<object> {
  setBackend(await bestBackend());
  manualSeed(0);
  const { xTrain, yTrain } = sinData({ n: 20, seed: 0 });
  const { keys, values } = leaveOneOut(xTrain, yTrain);
  const net = new NadarayaWatson();
  const loss = () => mseLoss(net.forward(xTrain, keys, values).output, yTrain);
  const before = new SGD(net, { lr: 0.5 }).step(loss).item();
  return { before, after: loss().item() };
}
