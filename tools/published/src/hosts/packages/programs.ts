import { main as attention } from "./programs/attention.ts";
import { main as autograd } from "./programs/autograd.ts";
import { main as contract } from "./programs/contract.ts";
import { main as createSaccade } from "./programs/create-saccade.ts";
import { main as datasets } from "./programs/datasets.ts";
import { main as kernelsWasm } from "./programs/kernels-wasm.ts";
import { main as kernelsWebgpu } from "./programs/kernels-webgpu.ts";
import { main as lens } from "./programs/lens.ts";
import { main as models } from "./programs/models.ts";
import { main as nn } from "./programs/nn.ts";
import { main as onnx } from "./programs/onnx.ts";
import { main as plot } from "./programs/plot.ts";
import { main as pretrained } from "./programs/pretrained.ts";
import { main as saccade } from "./programs/saccade.ts";
import { main as tensor } from "./programs/tensor.ts";
import { main as train } from "./programs/train.ts";

/** Node, Deno and Bun; pages that a bundler made; pages of ES modules as they are. */
export type HostKind = "runtime" | "bundle" | "plain";

/** A program that uses one package, with what its package.json names and no more. */
export interface Program {
  readonly package: string;
  /** Of its file, which exports `main`. */
  readonly name: string;
  /** The expected result of `main`: its result here, from source, or a figure's facts. */
  readonly expected: () => Promise<object>;
  readonly hosts: readonly HostKind[];
  /** Optional peers of the package that the program's user installs, in the versions that the package is tested with. */
  readonly peers?: readonly string[];
  /** Why a kind of host is left out. */
  readonly skip?: { readonly [K in HostKind]?: string };
}

const everywhere = ["runtime", "bundle", "plain"] as const;

/** At least one program a package; packages/figures/test/outside.long.test.ts has the pages of the figures. Those that choose a backend come after those that take the one that is there. */
export const programs: readonly Program[] = [
  { package: "@saccade/contract", name: "contract", expected: contract, hosts: everywhere },
  { package: "@saccade/tensor", name: "tensor", expected: tensor, hosts: everywhere },
  { package: "@saccade/autograd", name: "autograd", expected: autograd, hosts: everywhere },
  { package: "@saccade/nn", name: "nn", expected: nn, hosts: everywhere },
  { package: "@saccade/train", name: "train", expected: train, hosts: everywhere },
  { package: "@saccade/attention", name: "attention", expected: attention, hosts: everywhere },
  { package: "@saccade/models", name: "models", expected: models, hosts: everywhere },
  { package: "@saccade/datasets", name: "datasets", expected: datasets, hosts: everywhere },
  { package: "@saccade/lens", name: "lens", expected: lens, hosts: everywhere },
  { package: "@saccade/onnx", name: "onnx", expected: onnx, hosts: everywhere },
  { package: "@saccade/pretrained", name: "pretrained", expected: pretrained, hosts: everywhere },
  { package: "saccade", name: "saccade", expected: saccade, hosts: everywhere },
  { package: "@saccade/kernels-wasm", name: "kernels-wasm", expected: kernelsWasm, hosts: everywhere },
  { package: "@saccade/kernels-webgpu", name: "kernels-webgpu", expected: kernelsWebgpu, hosts: everywhere },
  { package: "create-saccade", name: "create-saccade", expected: createSaccade, hosts: ["runtime"] },
  {
    package: "@saccade/plot",
    name: "plot",
    expected: plot,
    hosts: ["runtime"],
    peers: ["jsdom", "@resvg/resvg-js", "dejavu-fonts-ttf"],
  },
  {
    package: "@saccade/plot",
    name: "plot-page",
    expected: async () => ({ cells: 4, labels: true }),
    hosts: ["bundle", "plain"],
  },
  {
    package: "@saccade/plot",
    name: "plot-figure",
    expected: async () => ({ labels: true }),
    hosts: ["bundle"],
    skip: { plain: "Observable Plot imports a CommonJS module, which a page cannot load" },
  },
];
