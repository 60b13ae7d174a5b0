import { words as english, type Words } from "./en.ts"
import type { LanguageName } from "./plurals.ts"

/** Each but English is loaded when somebody reads it; English is there when another cannot be loaded. */
const catalogues: Readonly<Record<LanguageName, () => Promise<{ readonly words: Words }>>> = {
  ar: () => import("./ar.ts"),
  de: () => import("./de.ts"),
  en: async () => ({ words: english }),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  pt: () => import("./pt.ts")
}

/** The languages that customers can read, as ISO 639 names them. */
export const languageNames = Object.keys(catalogues) as ReadonlyArray<LanguageName>

export interface Language {
  readonly words: Words
  /** For dates and numbers, such as `de-AT`. */
  readonly locale: string
  readonly direction: "ltr" | "rtl"
}

const fallback: Language = { words: english, locale: "en", direction: "ltr" }

/** The locale as it is written by the rules of BCP 47, if we speak its language; `pt_BR` counts as `pt-BR`. */
export const spokenLocale = (locale: string): string | undefined => {
  try {
    const [known = ""] = Intl.getCanonicalLocales(locale.replaceAll("_", "-"))
    return Object.hasOwn(catalogues, nameIn(known)) ? known : undefined
  } catch {
    return undefined
  }
}

/** The language that a locale names; English for those that we do not speak, and when it cannot be loaded. */
export const languageOf = async (asked: string): Promise<Language> => {
  const locale = spokenLocale(asked)
  if (locale === undefined) return fallback
  const name = nameIn(locale)
  try {
    const { words } = await catalogues[name]()
    return { words, locale, direction: name === "ar" ? "rtl" : "ltr" }
  } catch {
    return fallback
  }
}

/** Only asked for locales of which `catalogues` decides. */
const nameIn = (locale: string) => locale.split("-", 1)[0] as LanguageName
