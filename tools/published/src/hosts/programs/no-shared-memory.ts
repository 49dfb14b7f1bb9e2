// A page as in a host without SharedArrayBuffer.
import { report } from "./report.ts";

Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
report();
