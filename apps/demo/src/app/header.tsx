import type { JSX } from "preact";
import { pageNamed, pages } from "../pages/table.ts";
import { useShell, useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";
import { themes } from "./theme.ts";
import type { Language } from "./words.ts";

const languageNames: Readonly<Record<Language, string>> = { en: "English", zh: "中文" };

export function Header(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language, theme } = useShell();
  const here = pageNamed(store.place.value.page);
  const other: Language = language.value === "en" ? "zh" : "en";
  return (
    <header class="top">
      <p class="brand">
        <a href={store.hrefOf(pageNamed("").name)}>Saccade</a> <span>{t.tagline}</span>
      </p>
      <nav aria-label={t.pages}>
        {pages.map(({ name, title }) => (
          <a key={name} href={store.hrefOf(name)} aria-current={name === here.name ? "page" : undefined}>
            {title[language.value]}
          </a>
        ))}
      </nav>
      <div class="switches">
        <button
          type="button"
          lang={other}
          aria-label={`${t.language}: ${languageNames[other]}`}
          onClick={() => store.set("lang", other)}
        >
          {languageNames[other]}
        </button>
        <label>
          <span class="unseen">{t.theme}</span>
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = themes.find((name) => name === event.currentTarget.value) ?? "auto";
            }}
          >
            {themes.map((name) => (
              <option key={name} value={name}>
                {t.themes[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}
