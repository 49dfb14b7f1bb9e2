import { type Attributes, type ComponentType, h, render } from "preact";
import { translated, translations } from "./messages.ts";

export type Lang = "en" | "zh";

/** Props of every figure's component. */
export interface FigureProps<Texts = object> {
  readonly lang: Lang;
  /** The texts of the files beside it, en.json and zh.json, in that language. */
  readonly t: Texts;
  /** What `sentenceOf` of the figure took. */
  readonly sentence?: string | undefined;
}

interface FigureModule {
  readonly Figure: ComponentType<FigureProps>;
  /** Of a figure that takes a sentence: throws an Error that says what is wrong with it. */
  readonly sentenceOf?: (text: string) => unknown;
}

// One folder per figure, each a separate chunk; so are its texts, a file a language.
const figures = import.meta.glob<FigureModule>("./*/figure.tsx");
const texts = import.meta.glob<object>("./*/{en,zh}.json", { import: "default" });

/** The names of all figures. */
export const figureNames: readonly string[] = Object.keys(figures).map((path) => path.split("/")[1]!);

/**
 * The component of a figure, once its texts are there in a language.
 *
 * @param sentence what it is to show instead of its own, where it takes one
 * @throws Error if there is no figure of that name, or if it takes no sentence or not this one.
 */
export async function figureOf(name: string, lang: Lang, sentence?: string): Promise<ComponentType> {
  const load = figures[`./${name}/figure.tsx`];
  if (load === undefined)
    throw new Error(`There is no figure "${name}"; there are ${figureNames.join(", ")}.`);
  const textsIn = (language: Lang): Promise<object> | undefined => texts[`./${name}/${language}.json`]?.();
  const [{ Figure, sentenceOf }, en, own] = await Promise.all([load(), textsIn("en"), textsIn(lang)]);
  await translations(lang);
  if (sentence !== undefined) {
    if (sentenceOf === undefined)
      throw new Error(`sentence is "${sentence}", but "${name}" takes none: what it shows is its own.`);
    sentenceOf(sentence);
  }
  const t = translated({ ...en }, { ...own });
  return () => h(Figure, { lang, t, sentence });
}

/**
 * Shows a figure in an element of class "saccade", and returns what takes it away.
 *
 * @param sentence as of {@link figureOf}
 * @throws Error if there is no figure of that name, or if it takes no sentence or not this one.
 */
export async function mountFigure(
  into: Element,
  name: string,
  lang: Lang,
  sentence?: string,
): Promise<() => void> {
  return drawn(await figureOf(name, lang, sentence), {})(into);
}

/** Draws a component into an element, and returns what takes it away. */
export function drawn<Props>(
  component: ComponentType<Props>,
  props: Attributes & Props,
): (into: Element) => () => void {
  return (into) => {
    render(h(component, props), into);
    return () => render(null, into);
  };
}
