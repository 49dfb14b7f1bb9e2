import { type ComponentType, h, render } from "preact";
import { translations } from "./messages.ts";

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
 * The component of a figure, once its texts are there in a language.
 *
 * @throws Error if there is no figure of that name.
 */
export async function figureOf(name: string, lang: Lang): Promise<ComponentType<FigureProps>> {
  const load = modules[`./${name}/figure.tsx`];
  if (load === undefined)
    throw new Error(`There is no figure "${name}"; there are ${figureNames.join(", ")}.`);
  const { Figure } = await load();
  await translations(lang);
  return Figure;
}

/**
 * Shows a figure in an element of class "saccade", and returns what takes it away.
 *
 * @throws Error if there is no figure of that name.
 */
export async function mountFigure(into: Element, name: string, lang: Lang): Promise<() => void> {
  const Figure = await figureOf(name, lang);
  render(h(Figure, { lang }), into);
  return () => render(null, into);
}
