// Attention on images: a Vision Transformer with and without positions, and captions that look at what they name.
import { images } from "./images/images.ts";
import { runProgram } from "./program.ts";

await runProgram(images);
