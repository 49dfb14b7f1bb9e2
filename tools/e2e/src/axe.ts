import axe from "axe-core";

/** What axe finds within an element of this very page, each with the elements: for tests of components in a browser. */
export async function barriersWithin(element: Element): Promise<string[]> {
  // A component stands in no landmark of a page.
  const rules = { region: { enabled: false } };
  const { violations } = await axe.run(element, { resultTypes: ["violations"], rules });
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}
