// Written by scripts/make-speed.ts.
import type { Start } from "./start.ts";

export const start: Start = {"host":{"ceiling":36.2,"threads":2,"cores":2,"isolated":true,"simd":true,"relaxedSimd":false,"absent":{}},"times":{"matmul reference":[0.0191],"matmul wasm":[0.00129],"matmul threads":[0.00105],"attention reference":[0.14],"attention wasm":[0.00313],"attention threads":[0.00218],"translator reference":[0.201],"translator wasm":[0.0273],"translator threads":[0.0343],"translator compiled":[0.0125]},"where":"2 cores, Node 20","date":"2026-11-22"};
