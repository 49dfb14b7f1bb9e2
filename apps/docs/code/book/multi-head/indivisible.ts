import { MultiheadAttention } from "@saccade/attention";

try {
  new MultiheadAttention(128, 7);
} catch (error) {
  console.log((error as Error).message);
}
