import { afterEach, beforeAll, beforeEach } from "vitest";
import { begin, end } from "./shown.ts";

// Runs before each test file; modules are loaded once for all of them.
beforeAll(end);
beforeEach(begin);
afterEach(end);
