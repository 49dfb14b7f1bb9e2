import { describe } from "vitest";
import { holdEveryFunction } from "../../kernels-wasm/test/every-function.ts";
import { backend, gpu } from "./gpu.ts";

// On a GPU in software, each kernel takes its time to compile.
describe.skipIf(typeof gpu === "string")(
  "every function gives on the GPU what the reference gives",
  { tags: "all" },
  () => holdEveryFunction(backend, true),
);
