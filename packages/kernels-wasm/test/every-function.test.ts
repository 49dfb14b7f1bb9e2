import { describe } from "vitest";
import { wasmBackend } from "../src/index.ts";
import { holdEveryFunction } from "./every-function.ts";

const backend = await wasmBackend();
describe("every function gives on WebAssembly what the reference gives", () =>
  holdEveryFunction(() => backend));
