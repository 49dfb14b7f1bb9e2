import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));

const inReference = /^(zh\/)?reference\//;

/** The addresses of all pages of the built site but the reference's, which are one template. */
export const pages: readonly string[] = htmlFiles()
  .filter((file) => !inReference.test(file))
  .map(addressOf);

/** Pages of the reference, one of each kind, if it was built. */
export const someReferencePages: readonly string[] = [
  "/reference/",
  "/reference/tensor/",
  "/reference/nn/class-Linear",
  "/reference/nn/functional.conv2d",
  "/reference/nn/type-LossOptions",
  "/reference/tensor/class-Tensor",
  "/reference/tensor/linalg",
  "/reference/tensor/backend/type-Op",
  "/reference/datasets/loader-data-loader",
  "/zh/reference/",
  "/zh/reference/attention/",
  "/zh/reference/attention/class-MultiheadAttention",
  "/zh/reference/tensor/softmax",
].filter(() => htmlFiles().some((file) => inReference.test(file)));

/** The pages' HTML by address. */
export function htmlByAddress(): ReadonlyMap<string, string> {
  return new Map(htmlFiles().map((file) => [addressOf(file), readFileSync(join(dist, file), "utf8")]));
}

/** Files that are no pages, by address. */
export const otherFiles: ReadonlySet<string> = new Set(
  readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => `/${file}`),
);

const texts = new Map<string, string>();

/** What stands in a file that is no page. */
export function textOf(address: string): string {
  const text = texts.get(address) ?? readFileSync(join(dist, address), "utf8");
  texts.set(address, text);
  return text;
}

function htmlFiles(): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .sort();
}

function addressOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;
}
