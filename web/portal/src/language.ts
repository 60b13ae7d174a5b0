import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Language } from "../../customer/words/language.ts"

/** The reader's language. */
export const LanguageContext = createContext<Language | undefined>(undefined)

export const useLanguage = (): Language => {
  const language = useContext(LanguageContext)
  if (language === undefined) throw new Error("Nobody has said in which language")
  return language
}

export const useWords = () => useLanguage().words
