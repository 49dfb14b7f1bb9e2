// Three claims about self-attention, checked: it does not see order, packed projections compute the same, and what
// projections without bias save.
import { runProgram } from "./program.ts";
import { selfAttentionClaims } from "./self-attention-claims/self-attention-claims.ts";

await runProgram(selfAttentionClaims);
