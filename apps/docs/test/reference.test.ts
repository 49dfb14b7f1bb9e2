import { createMarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { fillIn } from "../.vitepress/reference/build.ts";
import type { NamePage, Names } from "../.vitepress/reference/data.ts";
import { type Rendered, renderNames } from "../.vitepress/reference/render.ts";
import { sectionsOf } from "../.vitepress/reference/search.ts";

const index = { text: "@saccade/nn", link: "/reference/nn/" };
const page: NamePage = {
  path: "nn/class-Linear",
  title: "Linear",
  entry: "@saccade/nn",
  description: 'y = x Wᵀ + b, "dense"',
  group: "nn/#layers",
  markdown:
    "# Linear {#page}\n\nA layer, `a < b`.\n\n## Methods {#about-methods}\n\n### forward {#forward}\n\nThe output.",
  previous: index,
  next: { text: "Conv1d", link: "/reference/nn/class-Conv1d" },
};
const names: Names = {
  pages: [page],
  groups: {
    "nn/#layers": {
      title: "@saccade/nn: Layers",
      link: "/reference/nn/#layers",
      names: [
        { text: "Linear", link: "/reference/nn/class-Linear" },
        { text: "Conv1d", link: "/reference/nn/class-Conv1d" },
      ],
    },
  },
  moved: [
    { path: "nn/linear", names: [{ id: "type-linear", text: "Linear", link: "/reference/nn/class-Linear" }] },
  ],
};

async function rendered(): Promise<readonly Rendered[]> {
  const pages: Rendered[] = [];
  for await (const each of renderNames(names, await createMarkdownRenderer(""), "reference"))
    pages.push(each);
  return pages;
}

test("a name's page has its content, its neighbours and itself marked among them", async () => {
  const [linear] = await rendered();
  expect(linear?.html).toContain('<h1 id="page"');
  expect(linear?.html).not.toContain("v-pre");
  expect(linear?.group).toContain('<a href="/reference/nn/class-Linear" aria-current="page">');
  expect(linear?.group).toContain('<a href="/reference/nn/class-Conv1d">');
});

test("an address of before leads on, with and without a script", async () => {
  const [, former] = await rendered();
  expect(former?.path).toBe("nn/linear");
  expect(former?.html).toContain('<a href="/reference/nn/class-Linear">');
  expect(former?.facts.moved).toEqual({ "type-linear": "/reference/nn/class-Linear" });
});

test("the template is filled in, and nothing of it stays", async () => {
  const [linear] = await rendered();
  const template =
    '<title>@@title@@</title><a href="/zh/reference/template">中</a><nav>@@group@@</nav>' +
    '<div data-page="@@page@@">@@content@@</div><a href="/@@previous-link@@">@@previous@@</a>' +
    '<a href="/@@next-link@@">@@next@@</a><p>@@description@@</p>';
  const html = fillIn(template, linear!, "en");
  expect(html).toContain("<title>Linear · @saccade/nn</title>");
  expect(html).toContain('<a href="/zh/reference/nn/class-Linear">中</a>');
  expect(html).toContain('<a href="/reference/nn/class-Conv1d">Conv1d</a>');
  expect(html).toContain("&quot;dense&quot;");
  expect(html).not.toContain("@@");
  expect(() => fillIn(`${template}@@unknown@@`, linear!, "en")).toThrow(
    /left in the page of nn\/class-Linear/,
  );
});

test("the search finds a name's page and its methods; an authors' entry comes before its names", () => {
  const [own, method] = sectionsOf(page, "zh/reference");
  expect(own).toMatchObject({
    id: "/zh/reference/nn/class-Linear",
    title: "Linear",
    titles: ["@saccade/nn"],
  });
  expect(own?.text).toContain("A layer, a < b.");
  expect(method).toMatchObject({ id: "/zh/reference/nn/class-Linear#forward", title: "forward" });
  const inner = sectionsOf({ ...page, entry: "@saccade/tensor/backend", title: "softmax" }, "reference");
  expect(inner[0]?.title).toBe("@saccade/tensor/backend: softmax");
});
