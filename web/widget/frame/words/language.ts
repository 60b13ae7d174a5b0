import { en, type Words } from "./en.ts"

/** Languages beside English, each loaded when somebody reads it. */
const languages: Readonly<Record<string, () => Promise<{ readonly words: Words }>>> = {
  ar: () => import("./ar.ts"),
  de: () => import("./de.ts"),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts")
}
/** Written from right to left. */
const rightToLeft = new Set(["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])

export interface Language {
  readonly words: Words
  /** For dates and numbers. */
  readonly locale: string
  readonly direction: "ltr" | "rtl"
}

export const english: Language = { words: en, locale: "en", direction: "ltr" }

/** The language that a locale names; English for those that we do not speak, and when it cannot be loaded. */
export const languageOf = async (locale: string): Promise<Language> => {
  const tag = locale.replaceAll("_", "-")
  const [name = ""] = tag.toLowerCase().split("-", 1)
  const load = Object.hasOwn(languages, name) ? languages[name] : undefined
  if (load === undefined) return english
  try {
    const [known = name] = Intl.getCanonicalLocales(tag)
    const { words } = await load()
    return { words, locale: known, direction: rightToLeft.has(name) ? "rtl" : "ltr" }
  } catch {
    return english
  }
}
