import { sparkline } from "@saccade/plot";
import { tableLines } from "../table.ts";
import type { Epoch, Estimate, Result } from "./experiment.ts";
import { smallHeatmap } from "./small-heatmap.ts";

/** Who is told how the run goes. */
export interface Reporter {
  start(kernels: string): void;
  epoch(epoch: Epoch): void;
  result(result: Result): void;
  pictures(paths: readonly string[]): void;
}

/** One JSON object a line. */
export function jsonReporter(): Reporter {
  const line = (value: object): void => {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  };
  return {
    start() {},
    epoch: line,
    result: (result) => line(summary(result)),
    pictures: (paths) => line({ pictures: paths }),
  };
}

function summary(result: Result): object {
  const { average, gaussian, untrained, learned, truthRoughness } = result;
  const numbers = ({ error, roughness, entropy, points }: Estimate): object => ({
    test_mse: error,
    roughness,
    entropy,
    points,
  });
  return {
    w_before: result.firstW,
    w_after: result.w,
    truth_roughness: truthRoughness,
    average: numbers(average),
    gaussian: numbers(gaussian),
    untrained: numbers(untrained),
    learned: numbers(learned),
  };
}

export function textReporter(): Reporter {
  const say = (text: string): void => {
    process.stdout.write(`${text}\n`);
  };
  return {
    start: (kernels) => say(`backend ${kernels}`),
    epoch: ({ epoch, loss }) => say(`epoch ${epoch}, loss ${loss.toFixed(6)}`),
    result: (result) => say(describe(result).join("\n")),
    pictures: (paths) => say(`\npictures\n${paths.map((path) => `  ${path}`).join("\n")}`),
  };
}

function describe(result: Result): string[] {
  const { average, gaussian, untrained, learned, epochs, truthRoughness } = result;
  const losses = sparkline(
    epochs.map(({ loss }) => loss),
    { width: 60 },
  );
  return [
    `loss ${losses}   w ${result.firstW.toFixed(4)} → ${result.w.toFixed(4)}`,
    "",
    ...tableLines(
      ["", "test MSE", "roughness ·10⁴", "entropy", "effective points"],
      [
        ["truth", "0", tenThousandths(truthRoughness), "", ""],
        ...[average, gaussian, untrained, learned].map(row),
      ],
      3,
    ).map((line) => line.trimEnd()),
    "",
    "Test MSE is measured against the true function, without noise. Roughness is the mean squared second",
    "difference along the test grid. Entropy (nats) is that of a test point's weights; its exponential is the",
    "effective number of training points.",
    "",
    ...verdict(result),
    "",
    ...[gaussian, learned].flatMap(({ name, weights }) => [
      smallHeatmap(weights, `${name}: weights of the test points (down) on the training points (across)`),
      "",
    ]),
  ];
}

function row({ name, error, roughness, entropy, points }: Estimate): string[] {
  return [name, error.toFixed(4), tenThousandths(roughness), entropy.toFixed(3), points.toFixed(1)];
}

function tenThousandths(value: number): string {
  const scaled = value * 1e4;
  return scaled < 100 ? scaled.toPrecision(3) : scaled.toFixed(0);
}

// The document's statements, with the numbers of this run.
function verdict({ gaussian, untrained, learned }: Result): string[] {
  const sharper = learned.entropy < untrained.entropy;
  const rougher = learned.roughness > gaussian.roughness;
  const times = learned.roughness / gaussian.roughness;
  const howMuch = times < 10 ? times.toPrecision(2) : times.toFixed(0);
  const alone =
    "Nearly every test point attends to only one training point, because w is very large. Try a smaller --lr.";
  return [
    `Training made the attention ${sharper ? "sharper" : "softer"}: entropy ${untrained.entropy.toFixed(3)} → ` +
      `${learned.entropy.toFixed(3)}, ${untrained.points.toFixed(1)} → ${learned.points.toFixed(1)} effective points.`,
    `The learned curve is ${rougher ? "rougher" : "smoother"} than the Gaussian one (${howMuch} times its ` +
      `roughness), and ${learned.error < gaussian.error ? "closer to" : "farther from"} the true function.`,
    ...(learned.points < 1.2 ? [alone] : []),
  ];
}
