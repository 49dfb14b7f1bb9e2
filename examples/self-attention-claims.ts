// Three claims about self-attention, checked: it does not see order, packed projections compute the same, and what
// projections without bias save.
import { mean, standardError } from "./numbers.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { type BiasComparison, compareBias } from "./self-attention-claims/bias.ts";
import { orderErrors } from "./self-attention-claims/order.ts";
import { comparePacked } from "./self-attention-claims/packed.ts";
import { printTable } from "./table.ts";

const selfAttentionClaims: Program = {
  name: "self-attention-claims",
  about: "Checks claims about self-attention: order, packed projections, projections without bias.",
  run(options: RunOptions): Outcome {
    const compared = compareBias(options);
    const figures = [...showOrder(options), ...showPacked(options), ...showBias(options, compared)];
    const { withBias, without } = compared.losses;
    return { figures, losses: { "with bias": withBias, "without bias": without } };
  },
};

function showOrder({ print }: RunOptions): Figure[] {
  const { bare, withPositions } = orderErrors(32, 24);
  print("Self-attention without positions: permuted inputs give the permuted outputs, up to rounding");
  print(`  (largest difference ${bare.toExponential(1)}). With positions added, order counts`);
  print(`  (mean difference ${withPositions.toFixed(3)}).`);
  return [
    { name: "permuted inputs, largest difference", value: bare, atMost: 1e-5 },
    { name: "permuted inputs with positions, mean difference", value: withPositions, atLeast: 0.01 },
  ];
}

function showPacked({ quick, print }: RunOptions): Figure[] {
  const { outputs, gradients, milliseconds } = comparePacked(64, quick ? 5 : 60);
  const { v1, v2 } = milliseconds;
  print("");
  print(
    "SelfAttentionV2 with V1's weights in one matrix and an identity as output projection is SelfAttentionV1:",
  );
  print(`  largest difference ${outputs.toExponential(1)}, of the gradients ${gradients.toExponential(1)}.`);
  print(
    `  Forward and backward, 16 × 64 tokens of width 64: V1 ${v1.toFixed(2)} ms, V2 ${v2.toFixed(2)} ms, which`,
  );
  print("  also multiplies by the output projection.");
  return [
    { name: "V2 packed − V1, outputs", value: outputs, atMost: 1e-5 },
    { name: "V2 packed − V1, gradients", value: gradients, atMost: 1e-4 },
    { name: "time of V2 / V1", value: v2 / v1 },
  ];
}

function showBias({ print }: RunOptions, { parameters, milliseconds, heldOut }: BiasComparison): Figure[] {
  const row = (name: string, of: "withBias" | "without"): string[] => [
    name,
    String(parameters[of]),
    `${milliseconds[of].toFixed(2)} ms`,
    mean(heldOut[of]).toFixed(4),
  ];
  print("");
  print(
    "Seed document 001 says that projections without bias save parameters and time and generalize better:",
  );
  const rows = [row("with bias", "withBias"), row("without", "without")];
  printTable(print, ["projections", "parameters", "step", "held-out loss"], rows);
  const differences = heldOut.without.map((loss, i) => loss - heldOut.withBias[i]!);
  const [difference, error] = [mean(differences), standardError(differences)];
  const saved = 1 - parameters.without / parameters.withBias;
  const faster = 1 - milliseconds.without / milliseconds.withBias;
  print(`  fewer parameters: confirmed, ${(100 * saved).toFixed(1)} %`);
  print(
    `  faster: ${faster > 0.05 ? "confirmed" : "hardly"}, a step takes ${(100 * faster).toFixed(1)} % less here`,
  );
  print(
    `  better on held-out data: ${verdict(difference, error)}; the loss differs by ${difference.toFixed(4)} ± ${error.toFixed(4)}`,
  );
  return [
    { name: "parameters without bias / with", value: parameters.without / parameters.withBias, atMost: 0.99 },
    { name: "time without bias / with", value: milliseconds.without / milliseconds.withBias },
    { name: "held-out loss without bias − with", value: difference },
  ];
}

/** Whether a difference of losses, less is better, is beyond two standard errors. */
function verdict(difference: number, error: number): string {
  if (!(Math.abs(difference) > 2 * error)) return "not confirmed: no difference beyond chance";
  return difference < 0 ? "confirmed" : "refuted";
}

await runProgram(selfAttentionClaims);
