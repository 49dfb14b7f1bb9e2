/** The class of a question's choice: the right one is marked once the reader has chosen, and so is a wrong one that was chosen. */
export function markOf(
  right: number,
  chosen: number | undefined,
  choice: number,
): "right" | "wrong" | undefined {
  if (chosen === undefined) return undefined;
  if (choice === right) return "right";
  return choice === chosen ? "wrong" : undefined;
}
