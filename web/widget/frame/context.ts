import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Words } from "../../customer/words/en.ts"
import type { Language } from "../../customer/words/language.ts"
import type { Widget } from "./Widget.ts"

export const WidgetContext = createContext<Widget | undefined>(undefined)

export const useWidget = (): Widget => {
  const widget = useContext(WidgetContext)
  if (widget === undefined) throw new Error("There is no widget around this part")
  return widget
}

export const useLanguage = (): Language => useWidget().language

export const useWords = (): Words => useLanguage().words
