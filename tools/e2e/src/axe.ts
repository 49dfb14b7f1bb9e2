import axe from "axe-core";

/** The axe violations within an element of this page, each with its elements: for browser tests of components. */
export async function barriersWithin(element: Element): Promise<string[]> {
  // A component is not inside a landmark.
  const rules = { region: { enabled: false } };
  const { violations } = await axe.run(element, { resultTypes: ["violations"], rules });
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}
