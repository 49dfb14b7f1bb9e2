import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Lang } from "../.vitepress/languages.ts";
import { type Area, areas, type NameRow, rowsOf } from "./names-table.ts";

interface Subject extends Readonly<Record<Lang, string>> {
  /** Areas of PyTorch, and folders of our sources for names of `torch` and of tensors. */
  readonly of: readonly string[];
}

interface Subjects {
  /** The names that most programs use, in the order in which they use them. */
  readonly everyday: readonly string[];
  readonly subjects: readonly Subject[];
}

const packages = fileURLToPath(new URL("../../../packages/", import.meta.url));
const { everyday, subjects }: Subjects = JSON.parse(
  readFileSync(new URL("../names/subjects.json", import.meta.url), "utf8"),
);

/** The folder of sources that declares each exported name of a package. */
function foldersOf(name: string): ReadonlyMap<string, string> {
  const root = join(packages, name, "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return new Map(
    files
      .sort()
      .reverse()
      .flatMap((file) =>
        Array.from(
          readFileSync(join(root, file), "utf8").matchAll(
            /^export (?:abstract )?(?:const|function|class) (\w+)/gm,
          ),
          ([, declared]): [string, string] => [declared!, join(name, "src", dirname(file))],
        ),
      ),
  );
}

const folders = new Map(["tensor", "nn", "autograd"].map((name) => [`@saccade/${name}`, foldersOf(name)]));

const isLeftOut = ({ here, note }: NameRow): boolean => here === null && /^left out|^internal/.test(note);

function subjectOf(row: NameRow, area: Area): Subject | undefined {
  const isGeneral = area === "torch" || area === "torch.Tensor";
  const folder = folders.get(row.from ?? "")?.get(row.here?.split(".").at(-1) ?? "");
  return (
    (isGeneral ? subjects.find(({ of }) => of.includes(folder ?? "")) : undefined) ??
    subjects.find(({ of }) => of.includes(area))
  );
}

const titles = {
  everyday: { en: "What most programs use", zh: "最常用的名称" },
  leftOut: { en: "Left out", zh: "没有收录的" },
};

/** The rows as the page shows them: those that most programs use, all by subject, and what is left out. */
export function bySubject(
  lang: Lang,
): readonly { readonly title: string; readonly rows: readonly NameRow[] }[] {
  const all = areas.flatMap((area) => rowsOf(area).map((row) => ({ row, subject: subjectOf(row, area) })));
  const rows = all.map(({ row }) => row);
  return [
    {
      title: titles.everyday[lang],
      rows: everyday.map((name) => rows.find(({ pytorch }) => pytorch === name)!),
    },
    ...subjects.map((one) => ({
      title: one[lang],
      rows: all.filter(({ row, subject }) => subject === one && !isLeftOut(row)).map(({ row }) => row),
    })),
    { title: titles.leftOut[lang], rows: rows.filter(isLeftOut) },
  ];
}
