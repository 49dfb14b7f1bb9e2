import { afterAll, vi } from "vitest";
import { getBackend, manualSeed, setBackend, warnAtBytes } from "./packages/tensor/src/index.ts";

// Runs before each test file whose worker keeps its modules, and gives the file the state of freshly loaded ones.
const backend = getBackend();
manualSeed(0);

afterAll(() => {
  setBackend(backend);
  warnAtBytes(2 ** 30);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
