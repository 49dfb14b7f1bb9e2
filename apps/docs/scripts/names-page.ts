import { areas, type NameRow, rowsOf } from "./names-table.ts";

const intro = `---
pageClass: names
---

<!-- Written by pnpm docs:names from names/*.json. -->

# PyTorch's names

Every name of PyTorch that has a counterpart here, and those that have none, with the reason. The search finds a row under PyTorch's
spelling: \`register_buffer\`, \`DataLoader\`, \`F.cross_entropy\`, \`torch.cumsum\`.

- Names are PyTorch's in camelCase: \`masked_fill\` is \`maskedFill\`. Tensors come first, options last, in one object.
- Functions that stood in \`torch\` and have a method there have one here: \`x.cumsum(0)\` is \`cumsum(x, 0)\`. Newer functions are functions
  only.
- \`torch.linalg\`, \`torch.special\` and \`torch.signal.windows\` are the namespaces \`linalg\`, \`special\` and \`windows\` of
  \`@saccade/tensor\`; \`torch.nn.functional\` and \`torch.nn.init\` are \`functional\` and \`init\` of \`@saccade/nn\`.
- int64 is int32. Nothing is written in place, so names that end in \`_\` and arguments \`out\` do not exist.`;

/** The page of all names. */
export function namesPage(): string {
  const tables = areas.map((area) => `## ${area}\n\n${tableOf(rowsOf(area))}`);
  return `${[intro, ...tables].join("\n\n")}\n`;
}

function tableOf(rows: readonly NameRow[]): string {
  const lines = rows.map(({ pytorch, here, from, note }) => {
    const ours = here === null ? "—" : `\`${here}\` <small>${from}</small>`;
    return `| \`${pytorch}\` | ${ours} | ${note.replaceAll("|", "\\|")} |`;
  });
  return ["| PyTorch | Saccade | Differences |", "|---|---|---|", ...lines].join("\n");
}
