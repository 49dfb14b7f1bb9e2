import { type PageData, type Router, useData } from "vitepress";
import { defineComponent, h, markRaw, nextTick } from "vue";
import { targetOf } from "../reference/moved.ts";
import type { PageFacts } from "../reference/render.ts";

/** The page of a name: its facts, its content and its sidebar. */
interface Name {
  readonly facts: PageFacts;
  readonly html: string;
  readonly group: string;
}

/** The other names of the topic, above the list of packages in the sidebar. */
export const ReferenceGroup = defineComponent(() => {
  const { frontmatter } = useData();
  return () => {
    const group: unknown = frontmatter.value["group"];
    return typeof group === "string" ? h("div", { class: "reference-group", innerHTML: group }) : null;
  };
});

/**
 * Opens the pages of names, which are no modules as VitePress's others are: the first from the document, the next from the HTML at
 * its address. See reference/build.ts.
 */
export function openNames(router: Router): void {
  const before = router.onBeforePageLoad;
  // VitePress takes the first page that it opens for the document's, whose text is already there.
  let hasOpened = false;
  router.onBeforePageLoad = async (to) => {
    if ((await before?.(to)) === false) return false;
    const { pathname, hash } = new URL(to, location.href);
    if (!/^(\/zh)?\/reference\/[^/]+\/.*[^/]$/.test(pathname)) return openElse();
    const name = (router.route.component === null && nameIn(document)) || (await fetched(pathname));
    // VitePress opens what is no page of a name, and says so where there is nothing.
    if (!name) return openElse();
    // The reader may have gone on while it came.
    if (location.pathname.replace(/\.html$/, "") !== pathname) return false;
    const first = router.route.component === null;
    show(router, pathname, name);
    const moved = targetOf(name.facts.moved, hash);
    if (moved !== null && new URL(moved, location.href).pathname !== pathname) location.replace(moved);
    else if (!first) {
      await nextTick();
      scrollTo(hash);
    }
    return false;
  };

  // A document that began as the page of a name is reloaded when the next page is not one.
  function openElse(): false | undefined {
    const isDocument = router.route.component === null;
    if (!isDocument && !hasOpened) {
      location.reload();
      return false;
    }
    hasOpened = true;
    return undefined;
  }
}

async function fetched(pathname: string): Promise<Name | null> {
  const response = await fetch(pathname).catch(() => null);
  if (!response?.ok) return null;
  return nameIn(new DOMParser().parseFromString(await response.text(), "text/html"));
}

function nameIn(page: Document): Name | null {
  const content = page.querySelector<HTMLElement>(".reference-name[data-page]");
  if (content === null) return null;
  const facts: PageFacts = JSON.parse(content.dataset["page"]!);
  const group = page.querySelector(".reference-group")?.innerHTML ?? "";
  return { facts, html: content.innerHTML, group };
}

function show({ route }: Router, pathname: string, { facts, html, group }: Name): void {
  const { title, description, previous: prev, next, moved } = facts;
  const listed = group === "" && Object.keys(moved).length > 0;
  const relativePath = `${pathname.slice(1).replace(listed ? /reference\/.*/ : /$/, listed ? "reference/index" : "")}.md`;
  const frontmatter = { outline: [2, 3], editLink: false, group, prev, next };
  const data: PageData = {
    title,
    description,
    relativePath,
    filePath: relativePath,
    headers: [],
    frontmatter,
  };
  route.path = pathname;
  // As the template has it, which a browser that opens this page first has shown already.
  route.component = markRaw(
    defineComponent(() => () => h("div", [h("div", { class: "reference-name", innerHTML: html })])),
  );
  route.data = markRaw(data);
}

function scrollTo(hash: string): void {
  const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  const { scrollPosition = 0 } = (history.state ?? {}) as { readonly scrollPosition?: number };
  if (target === null || scrollPosition > 0) window.scrollTo(0, scrollPosition);
  else target.scrollIntoView();
}
