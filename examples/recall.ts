// Recall of a token 5 to 200 steps back: GRU and LSTM beside self-attention, and the gradient that reaches the token.
import { runProgram } from "./program.ts";
import { recall } from "./recall/recall.ts";

await runProgram(recall);
