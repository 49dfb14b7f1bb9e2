import { type ComponentType, h, render } from "preact";

export type Lang = "en" | "zh";

/** Props of every figure's component. */
export interface FigureProps {
  readonly lang: Lang;
}

interface FigureModule {
  readonly Figure: ComponentType<FigureProps>;
}

// One folder per figure, each a separate chunk.
const modules = import.meta.glob<FigureModule>("./*/figure.tsx");

/** The names of all figures. */
export const figureNames: readonly string[] = Object.keys(modules).map((path) => path.split("/")[1]!);

/**
 * The component of a figure.
 *
 * @throws Error if there is no figure of that name.
 */
export async function figureOf(name: string): Promise<ComponentType<FigureProps>> {
  const load = modules[`./${name}/figure.tsx`];
  if (load === undefined)
    throw new Error(`There is no figure "${name}"; there are ${figureNames.join(", ")}.`);
  return (await load()).Figure;
}

/**
 * Shows a figure in an element of class "saccade", and returns what takes it away.
 *
 * @throws Error if there is no figure of that name.
 */
export async function mountFigure(into: Element, name: string, lang: Lang): Promise<() => void> {
  const Figure = await figureOf(name);
  render(h(Figure, { lang }), into);
  return () => render(null, into);
}
