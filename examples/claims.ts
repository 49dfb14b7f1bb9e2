// Claims about attention, each measured: lost rank, syntax in heads, scores by width, biases, kernels, a packed product.
import { claims } from "./claims/claims.ts";
import { runProgram } from "./program.ts";

await runProgram(claims);
