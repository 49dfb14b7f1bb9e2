// app/page.tsx: a server component. It runs in Node.
import { DotProductAttention, manualSeed, randn } from "saccade";
import { Attend } from "./attend.tsx";

export default function Page() {
  manualSeed(0);
  const { weights } = new DotProductAttention()
    .eval()
    .forward(randn([1, 2, 4]), randn([1, 5, 4]), randn([1, 5, 3]));
  return (
    <main>
      <pre>{String(weights)}</pre>
      <Attend />
    </main>
  );
}
