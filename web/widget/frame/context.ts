import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Widget } from "./Widget.ts"
import type { Words } from "./words/en.ts"

export const WidgetContext = createContext<Widget | undefined>(undefined)

export const useWidget = (): Widget => {
  const widget = useContext(WidgetContext)
  if (widget === undefined) throw new Error("There is no widget around this part")
  return widget
}

export const useWords = (): Words => useWidget().language.words
