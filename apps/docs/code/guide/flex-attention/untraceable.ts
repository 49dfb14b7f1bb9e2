import { flexAttention, where } from "@saccade/attention/flex";
import { randn } from "@saccade/tensor";

const x = randn([1, 1, 4, 8]);
try {
  flexAttention(x, x, x, {
    scoreMod: (s, _b, _h, q, kv) => (q.eq(kv) ? s : s.mul(0.5)),
  });
} catch (error) {
  console.log(String(error));
}
const { output } = flexAttention(x, x, x, {
  scoreMod: (s, _b, _h, q, kv) => where(q.eq(kv), s, s.mul(0.5)),
});
console.log(output.shape);
