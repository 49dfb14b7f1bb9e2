import type { Lang } from "../.vitepress/languages.ts";
import { bySubject } from "./names-subjects.ts";
import type { NameRow } from "./names-table.ts";

const intro: Readonly<Record<Lang, string>> = {
  en: `# PyTorch's names

Every public name of PyTorch that has a counterpart here, and those that have none, with the reason. The search of the site finds a row,
too, under PyTorch's spelling: \`register_buffer\`, \`DataLoader\`, \`F.cross_entropy\`, \`torch.cumsum\`.

- Names are PyTorch's in camelCase: \`masked_fill\` is \`maskedFill\`. Tensors come first, options last, in one object.
- Functions that stood in \`torch\` and have a method there have one here: \`x.cumsum(0)\` is \`cumsum(x, 0)\`. Newer functions are functions
  only.
- \`torch.linalg\`, \`torch.special\` and \`torch.signal.windows\` are the namespaces \`linalg\`, \`special\` and \`windows\` of
  \`@saccade/tensor\`; \`torch.nn.functional\` and \`torch.nn.init\` are \`functional\` and \`init\` of \`@saccade/nn\`.
- int64 is int32. Nothing is written in place, so names that end in \`_\` and arguments \`out\` do not exist.`,
  zh: `# PyTorch 名称对照

PyTorch 的每个公开名称在本库中的对应写法；没有对应的，写明原因（备注为英文）。站内搜索也能用 PyTorch 的写法找到对应的行，例如 \`register_buffer\`、\`DataLoader\`、\`F.cross_entropy\`、\`torch.cumsum\`。

- 名称是 PyTorch 名称的 camelCase 形式：\`masked_fill\` 写作 \`maskedFill\`。张量在前，选项在后，写成一个对象。
- 在 \`torch\` 中既是函数又是方法的，这里也是如此：\`x.cumsum(0)\` 等于 \`cumsum(x, 0)\`。较新的函数只有函数形式。
- \`torch.linalg\`、\`torch.special\` 和 \`torch.signal.windows\` 对应 \`@saccade/tensor\` 的命名空间 \`linalg\`、\`special\` 和 \`windows\`；
  \`torch.nn.functional\` 和 \`torch.nn.init\` 对应 \`@saccade/nn\` 的 \`functional\` 和 \`init\`。
- int64 对应 int32。没有原地写入，因此没有以 \`_\` 结尾的名称，也没有 \`out\` 参数。`,
};

const abouts: Readonly<Record<Lang, string>> = {
  en: 'description: "Every public name of PyTorch that has a counterpart here, and those that have none, with the reason."\n',
  zh: "",
};

const columns: Readonly<Record<Lang, string>> = {
  en: "| PyTorch | Saccade | Differences |",
  zh: "| PyTorch | Saccade | 差别 |",
};

/** The page of all names. The search has its rows one by one: .vitepress/names.ts. */
export function namesPage(lang: Lang): string {
  const tables = bySubject(lang).map(
    ({ title, rows }) => `## ${title}\n\n${columns[lang]}\n${tableOf(rows)}`,
  );
  const front = `---\n${abouts[lang]}pageClass: names\nsearch: false\n---`;
  const note = "<!-- Written by pnpm docs:pages from names/*.json. -->";
  return `${[front, note, intro[lang], "<NameFilter />", ...tables].join("\n\n")}\n`;
}

function tableOf(rows: readonly NameRow[]): string {
  const lines = rows.map(({ pytorch, here, from, note }) => {
    const ours = here === null ? "—" : `\`${here}\` <small>${from}</small>`;
    return `| \`${pytorch}\` | ${ours} | ${note.replaceAll("|", "\\|")} |`;
  });
  return ["|---|---|---|", ...lines].join("\n");
}
