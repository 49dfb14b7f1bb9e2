// The texts around the tables of the page of claims.
import type { Lang } from "./claim.ts";
import type { Verdict } from "./statistics.ts";

type Counts = Readonly<Record<Verdict, number>>;

interface Words {
  readonly note: string;
  readonly title: string;
  readonly intro: (claims: number, counts: Counts) => readonly string[];
  /** @param seeds how many there are, where all results have as many */
  readonly columns: (seeds: string) => readonly string[];
  readonly colon: string;
  readonly seeds: (count: number) => string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly end: readonly string[];
}

const note = "<!-- Written by apps/docs/scripts/claims.ts from records/claims. -->";

const sources = `- Y. Dong, J.-B. Cordonnier, A. Loukas (2021). Attention is not all you need: pure attention loses rank doubly exponentially with depth.
  [arXiv:2103.03404](https://arxiv.org/abs/2103.03404)
- K. Clark, U. Khandelwal, O. Levy, C. D. Manning (2019). What does BERT look at? An analysis of BERT's attention.
  [arXiv:1906.04341](https://arxiv.org/abs/1906.04341)
- Student (1908). The probable error of a mean. *Biometrika* 6. [doi:10.1093/biomet/6.1.1](https://doi.org/10.1093/biomet/6.1.1)`;

const commands = `\`\`\`sh
node --import tsx --conditions=@saccade/source examples/recall.ts --seed 0   # one run
pnpm docs:claims --record recall --seeds 5   # five runs and their record
pnpm docs:claims                             # this page from the records
\`\`\``;

const english: Words = {
  note,
  title: "Claims, tested",
  intro: (claims, { confirmed, refuted, undecided }) => [
    "Much is said of what attention does well and badly, mostly without a number. This page takes such claims one by one and " +
      "measures them. Each test says beforehand in which range the claim puts a number. " +
      `A program of \`examples/\` measures it with at least three seeds, which draw other data and other weights each time. ` +
      "The result is the mean with its 95 % interval (Student's t over the seeds).",
    "- **confirmed**: the whole interval lies in the claimed range.\n- **refuted**: the whole interval lies outside.\n- **undecided**: part of it does, or it only touches the limit.",
    `Of ${confirmed + refuted + undecided} tests of ${claims} claims, ${confirmed} confirm, ${refuted} refute, and ${undecided} ${undecided === 1 ? "leaves" : "leave"} the question open. ` +
      "Models and data are small and synthetic, so a verdict holds for the mechanism in the program named, not for every model. " +
      "± 0 means that all seeds gave the same number. With this many tests a few intervals miss the true mean by chance.",
  ],
  columns: (seeds) => ["claim", "verdict", "test, and the range claimed", `result${seeds}`, "program"],
  colon: ": ",
  seeds: (count) => `${count} seeds`,
  verdicts: { confirmed: "confirmed", refuted: "refuted", undecided: "undecided" },
  end: [
    "## Run it again",
    "The verdicts are computed from the records, and a test compares this page with them:",
    commands,
    "## Sources",
    sources,
  ],
};

const chinese: Words = {
  note,
  title: "检验这些说法",
  intro: (claims, { confirmed, refuted, undecided }) => [
    "注意力擅长什么、不擅长什么，说法很多，却大多没有数字。本页把这些说法逐条拿来测量。" +
      "每项检验都事先写明：如果说法成立，某个数应落在什么范围。`examples/` 中的程序至少用三个种子测量这个数，每个种子都重新生成数据和初始权重。" +
      "结果是均值和它的 95% 置信区间（对各种子用 t 分布）。",
    "- **成立**：整个区间都在所说的范围内。\n- **不成立**：整个区间都在范围之外。\n- **未定**：区间只有一部分在范围内，或者只碰到边界。",
    `${claims} 条说法共 ${confirmed + refuted + undecided} 项检验，其中 ${confirmed} 项成立，${refuted} 项不成立，${undecided} 项未定。` +
      "模型和数据都很小，而且是合成的，所以结论只针对所列程序中的机制，不能推广到所有模型。" +
      "± 0 表示各种子得到的数相同。检验有这么多项，个别区间偶然没有包含真实均值也是正常的。",
  ],
  columns: (seeds) => ["说法", "结论", "检验，以及按说法应有的范围", `结果${seeds}`, "程序"],
  colon: "：",
  seeds: (count) => `${count} 个种子`,
  verdicts: { confirmed: "成立", refuted: "不成立", undecided: "未定" },
  end: [
    "## 重新运行",
    "结论由记录算出，有一个测试会比较本页与记录是否一致：",
    commands,
    "## 参考文献",
    sources,
  ],
};

export const words: Readonly<Record<Lang, Words>> = { en: english, zh: chinese };
