import { averagePooling, leaveOneOut, NadarayaWatson, nadarayaWatson } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { sinTruth } from "@saccade/datasets";
import { mseLoss, SGD } from "@saccade/nn";
import { arange, scope, type Tensor } from "@saccade/tensor";
import { asText, CaseError, type Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import { decodeData, decodeTensor } from "../decode.ts";
import { refuseUnread } from "../run-case.ts";
import { readmeRule, tolerances } from "../tolerances.ts";
import type { RecordLayout } from "./layout.ts";

const attentionKey = /^(nonparametric|parametric)_attention_rows((?:_\d+)+)$/;

/** Seed 004's kernel regression: training of w, then three predictors on a test grid. */
export const nadarayaWatsonRecord: RecordLayout = {
  matches: (content) => ["x_train", "y_train", "initial_w", "epoch_loss"].every((key) => key in content),
  parts: (record) => [
    { name: "training and predictions", check: (report) => scope(() => check(record, report)) },
  ],
};

function check(record: Fields, report: Report): void {
  const about = record.get("about", asText);
  const lr = Number(/SGD lr ([\d.]+)/.exec(about)?.[1]);
  if (!(lr > 0)) throw new CaseError(`about names no learning rate ("SGD lr …"): ${about}`);
  const tensorOf = (name: string): Tensor => decodeTensor(record.tensor(name), name);
  const [x, y] = [tensorOf("x_train"), tensorOf("y_train")];
  const [test, truth] = [tensorOf("x_test"), tensorOf("y_truth")];
  const rule = readmeRule();

  report.tensor("y_truth from x_test", sinTruth(test), record.tensor("y_truth"), rule);
  checkGrid(record, report);

  const net = new NadarayaWatson();
  net.loadStateDict({ w: tensorOf("initial_w") });
  train(record, net, x, y, lr, report);
  report.tensor("final_w", net.w, record.tensor("final_w"), tolerances.trainedParameters);

  const predictors = {
    average: averagePooling(test, y),
    nonparametric: nadarayaWatson(test, x, y),
    parametric_after_training: net.forward(test, x, y),
  };
  const predictions = record.fields("predictions");
  const errors = record.fields("test_mse_to_truth");
  for (const [name, { output }] of Object.entries(predictors)) {
    const tolerance = name === "parametric_after_training" ? tolerances.trainedParameters : rule;
    report.tensor(`prediction ${name}`, output, predictions.tensor(name), tolerance);
    const error = mseLoss(output, truth).item();
    report.number(`test_mse_to_truth ${name}`, error, errors.number(name), tolerance);
  }
  checkAttention(record, predictors, report);
  for (const fields of [record, predictions, errors]) refuseUnread(report, "key", fields.unread());
}

// The grid starts at 0 and ends before a whole number of its steps.
function checkGrid(record: Fields, report: Report): void {
  const golden = record.tensor("x_test");
  const [first, second] = decodeData(golden, "x_test");
  const step = Number((second! - first!).toPrecision(6));
  const grid = arange(first!, first! + golden.data.length * step - step / 2, step);
  report.tensor("x_test as arange", grid, golden, readmeRule());
}

function train(record: Fields, net: NadarayaWatson, x: Tensor, y: Tensor, lr: number, report: Report): void {
  const optimizer = new SGD(net, { lr });
  const { keys, values } = leaveOneOut(x, y);
  const loss = (): Tensor =>
    mseLoss(net.forward(x, keys, values).output, y, { reduction: "none" })
      .div(2)
      .sum();
  const expected = record.numbers("epoch_loss");
  const seen = expected.map(() => {
    const { value, grads } = valueAndGrad(loss, [net.w]);
    optimizer.update(grads);
    return { loss: value.item(), grad: grads[0]!.item(), w: net.w.item() };
  });
  for (const [name, of] of Object.entries({
    epoch_loss: "loss",
    epoch_grad_w: "grad",
    epoch_w_after: "w",
  } as const)) {
    const tolerance = of === "loss" ? tolerances.trainingLoss : tolerances.trainedParameters;
    report.numbers(
      name,
      seen.map((epoch) => epoch[of]),
      record.numbers(name),
      tolerance,
    );
  }
}

function checkAttention(
  record: Fields,
  predictors: Readonly<Record<"nonparametric" | "parametric_after_training", { weights: Tensor }>>,
  report: Report,
): void {
  for (const name of record.names) {
    const match = attentionKey.exec(name);
    if (match === null) continue;
    const trained = match[1] === "parametric";
    const { weights } = trained ? predictors.parametric_after_training : predictors.nonparametric;
    const rows = match[2]!.split("_").slice(1).map(Number);
    const golden = record.tensor(name);
    const tolerance = trained ? tolerances.trainedParameters : readmeRule();
    const columns = weights.size(1);
    const expected = decodeData(golden, name);
    rows.forEach((row, i) => {
      const part = expected.slice(i * columns, (i + 1) * columns);
      report.numbers(`${name}, row ${row}`, weights.select(0, row).dataSync(), part, tolerance);
    });
    if (golden.data.length !== rows.length * columns)
      report.fail(`${name}: ${golden.data.length} numbers for ${rows.length} rows of ${columns}`);
  }
}
