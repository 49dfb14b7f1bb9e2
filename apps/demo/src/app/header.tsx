import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pageNamed, pages } from "../pages/table.ts";
import { themes, useShell, useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";
import { Tools } from "./tools.tsx";
import type { Language } from "./words.ts";

const languageNames: Readonly<Record<Language, string>> = { en: "English", zh: "中文" };

export function Header(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language, theme } = useShell();
  const here = pageNamed(store.place.value.page);
  const other: Language = language.value === "en" ? "zh" : "en";
  const menu = useRef<HTMLElement>(null);
  // On a phone the menu is one line, which scrolls sideways.
  useEffect(() => {
    const link = menu.current?.querySelector<HTMLElement>(`[data-page="${here.name}"]`);
    if (menu.current && link) menu.current.scrollLeft = link.offsetLeft - menu.current.offsetLeft - 24;
  }, [here.name]);
  return (
    <header class="top flow">
      <p class="brand">
        <a href={store.hrefOf(pageNamed("").name)}>Saccade</a> <span>{t.tagline}</span>
      </p>
      <nav class="flow" aria-label={t.pages} ref={menu}>
        {pages.map(({ name, title }) => (
          <a
            key={name}
            href={store.hrefOf(name)}
            data-page={name}
            aria-current={name === here.name ? "page" : undefined}
          >
            {title[language.value]}
          </a>
        ))}
      </nav>
      <div class="switches">
        <Tools />
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
