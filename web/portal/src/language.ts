import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { words } from "../../customer/words/en.ts"
import type { Language } from "../../customer/words/language.ts"

/** What whoever looks at the page reads. */
export const LanguageContext = createContext<Language>({ words, locale: "en", direction: "ltr" })

export const useLanguage = (): Language => useContext(LanguageContext)

export const useWords = () => useLanguage().words
