// Written by scripts/make-speed.ts.
import type { Start } from "./start.ts";

export const start: Start = {"host":{"ceiling":58.8,"threads":2,"cores":2,"isolated":true,"simd":true,"relaxedSimd":false,"absent":{}},"times":{"matmul reference":[0.00729],"matmul wasm":[0.000585],"matmul threads":[0.000322],"attention reference":[0.0548],"attention wasm":[0.00135],"attention threads":[0.000726],"translator reference":[0.071],"translator wasm":[0.00623],"translator threads":[0.00589],"translator compiled":[0.00428]},"where":"AMD EPYC (Zen 5), 2 cores, Node 20","date":"2026-11-22"};
