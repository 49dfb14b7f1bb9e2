import { leaveOneOut } from "@saccade/attention";
import { seed004 } from "@saccade/models/seeds";
import { mseLoss, SGD } from "@saccade/nn";
import { sparkline } from "@saccade/plot";
import { arange, bmm, eye, normal, ones, rand, softmax, sort, type Tensor } from "@saccade/tensor";
import { smallHeatmap } from "../../kernel-regression/small-heatmap.ts";
import { check, claim, distance, heading, mended, say } from "../claim.ts";

const nTrain = 50;

/** The cells of the first part, in their order. */
export function kernelRegression(): void {
  heading("004 · kernel regression: the data");
  const f = (x: Tensor): Tensor => x.sin().mul(2).add(x.pow(0.8));
  const xTrain = sort(rand([nTrain]).mul(5)).values;
  const yTrain = f(xTrain).add(normal(0, 0.5, [nTrain]));
  const xTest = arange(0, 5, 0.1);
  const yTruth = f(xTest);
  const nTest = xTest.size(0);
  say(`${nTest}`);
  claim("x_test", xTest.shape, [50]);
  const plotKernelReg = (prediction: Tensor): void => {
    say(`truth ${sparkline(yTruth)}`);
    say(`pred  ${sparkline(prediction)}   mse ${mseLoss(prediction, yTruth).item().toFixed(4)}`);
  };

  heading("004 · average pooling: no query matters");
  const average = yTrain.mean().repeatInterleave(nTest);
  claim("y_hat", average.shape, [nTest]);
  plotKernelReg(average);

  heading("004 · non-parametric attention pooling: near keys count more");
  // Test point i meets all training points: [a, b] becomes [[a, a, a], [b, b, b]].
  const xRepeat = xTest.repeatInterleave(nTrain).reshape([-1, nTrain]);
  claim("X_repeat", xRepeat.shape, [nTest, nTrain]);
  const attentionWeights = softmax(xRepeat.sub(xTrain).square().neg().div(2), 1);
  claim("attention_weights", attentionWeights.shape, [nTest, nTrain]);
  const yHat = attentionWeights.matmul(yTrain);
  claim("y_hat", yHat.shape, [nTest]);
  plotKernelReg(yHat);
  mended("The Gaussian kernel is the softmax of MINUS HALF the squared difference.");
  mended("The document runs this cell twice; the first time says that nothing is predicted yet, but it is.");
  claim("heatmap of", attentionWeights.unsqueeze(0).unsqueeze(0).shape, [1, 1, nTest, nTrain]);
  say(smallHeatmap(attentionWeights, "sorted training inputs (across), sorted testing inputs (down)"));

  batches();
  parametric(xTrain, yTrain, xTest, plotKernelReg);
}

function batches(): void {
  heading("004 · products of batches of matrices: (n, a, b) · (n, b, c) = (n, a, c)");
  claim("torch.bmm(X, Y)", bmm(ones([2, 1, 4]), ones([2, 4, 6])).shape, [2, 1, 6]);
  const weights = ones([2, 10]).mul(0.1);
  const values = arange(20).reshape([2, 10]);
  const means = bmm(weights.unsqueeze(1), values.unsqueeze(-1)); // of each row, as weighted
  claim("weighted means", means.shape, [2, 1, 1]);
  say(means);
}

function parametric(xTrain: Tensor, yTrain: Tensor, xTest: Tensor, plotKernelReg: (y: Tensor) => void): void {
  heading("004 · parametric attention pooling: the kernel's width is learned");
  // Each training point asks the other 49: the diagonal is cut out, or it would find its own answer.
  const others = eye(nTrain).rsub(1).ne(0);
  const keys = xTrain.repeat([nTrain, 1]).maskedSelect(others).reshape([nTrain, -1]);
  const values = yTrain.repeat([nTrain, 1]).maskedSelect(others).reshape([nTrain, -1]);
  claim("keys", keys.shape, [nTrain, nTrain - 1]);
  claim("values", values.shape, [nTrain, nTrain - 1]);
  const library = leaveOneOut(xTrain, yTrain);
  check(
    "leaveOneOut() makes the same",
    distance(library.keys, keys) + distance(library.values, values) === 0,
  );

  const net = new seed004.NWKernelRegression();
  const first = net.w.item();
  const trainer = new SGD(net, { lr: 0.5 });
  const losses = Array.from({ length: 5 }, (_, epoch) => {
    const loss = trainer.step(() =>
      mseLoss(net.forward(xTrain, keys, values).output, yTrain, { reduction: "none" })
        .div(2)
        .sum(),
    );
    say(`epoch ${epoch + 1}, loss ${loss.item().toFixed(6)}`);
    return loss.item();
  });
  say(`loss ${sparkline(losses)}   w ${first.toFixed(4)} → ${net.w.item().toFixed(4)}`);

  const nTest = xTest.size(0);
  const { output, weights } = net.forward(xTest, xTrain.repeat([nTest, 1]), yTrain.repeat([nTest, 1]));
  claim("y_hat", output.unsqueeze(1).shape, [nTest, 1]);
  plotKernelReg(output);
  claim("heatmap of", weights.unsqueeze(0).unsqueeze(0).shape, [1, 1, nTest, nTrain]);
  say(smallHeatmap(weights, "sorted training inputs (across), sorted testing inputs (down)"));
}
