export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

/** The texts of a page or of the shell, in each language. A text that is missing in one does not compile. */
export type Dictionary<Texts> = Readonly<Record<Language, Texts>>;

/** The language that an address or a browser's list of preferences asks for; English when none is known. */
export function chooseLanguage(asked: readonly (string | null | undefined)[]): Language {
  for (const name of asked) {
    const known = languages.find((language) => name?.toLowerCase().split("-")[0] === language);
    if (known !== undefined) return known;
  }
  return "en";
}
