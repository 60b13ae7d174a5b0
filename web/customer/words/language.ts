import type { Words } from "./en.ts"
import type { LanguageName } from "./plurals.ts"

/** Each catalogue is loaded when somebody reads it. */
const catalogues: Readonly<Record<LanguageName, () => Promise<{ readonly words: Words }>>> = {
  ar: () => import("./ar.ts"),
  de: () => import("./de.ts"),
  en: () => import("./en.ts"),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  pt: () => import("./pt.ts")
}

/** The languages that customers can read, as ISO 639 codes. */
export const languageNames = Object.keys(catalogues) as ReadonlyArray<LanguageName>

export interface Language {
  readonly words: Words
  /** The locale for dates and numbers, such as `de-AT`. */
  readonly locale: string
  readonly direction: "ltr" | "rtl"
}

/** Returns a locale in the form of BCP 47 if its language is supported; `pt_BR` counts as `pt-BR`. */
export const spokenLocale = (locale: string): string | undefined => {
  try {
    const [known = ""] = Intl.getCanonicalLocales(locale.replaceAll("_", "-"))
    return Object.hasOwn(catalogues, nameIn(known)) ? known : undefined
  } catch {
    return undefined
  }
}

/** Loads the language of a locale; English if it is not supported or cannot be loaded. */
export const languageOf = async (asked: string): Promise<Language> => {
  const locale = spokenLocale(asked) ?? "en"
  return loaded(locale).catch(() => loaded("en"))
}

/** Called only for supported locales. */
const loaded = async (locale: string): Promise<Language> => {
  const name = nameIn(locale)
  const { words } = await catalogues[name]()
  return { words, locale, direction: name === "ar" ? "rtl" : "ltr" }
}

/** Returns the language of a locale. Callers must check it against `catalogues`. */
export const nameIn = (locale: string) => locale.split("-", 1)[0] as LanguageName
