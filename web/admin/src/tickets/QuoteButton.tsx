import { createContext, useContext } from "react"
import { Button } from "../ui/Button.tsx"

/** Quotes a text in the composer. Internal text is quoted only in notes. */
type Quote = (text: string, isInternal: boolean) => void

/** Receives quotations; `undefined` where nothing can be written. */
export const Quoting = createContext<Quote | undefined>(undefined)

/** The attribute that marks a message's quote button. */
const mark = "data-quote"

interface Props {
  readonly text: string
  readonly isInternal: boolean
}

/** Quotes the selected part of a message, or all of it. */
export function QuoteButton({ text, isInternal }: Props) {
  const quote = useContext(Quoting)
  if (quote === undefined || text === "") return undefined
  return (
    <Button
      kind="quiet"
      {...{ [mark]: true }}
      // Keeps the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => quote(selectedIn(currentTarget.closest("li")) ?? text, isInternal)}
    >
      Quote
    </Button>
  )
}

/** Returns the text selected within an element, if any. */
const selectedIn = (element: Element | null): string | undefined => {
  const selection = getSelection()
  const isInside = element !== null && selection !== null && element.contains(selection.anchorNode)
  const text = isInside && element.contains(selection.focusNode) ? selection.toString().trim() : ""
  return text === "" ? undefined : text
}

/** Quotes the message that contains the selection. Returns whether there is one. */
export const quoteSelected = (): boolean => {
  const selection = getSelection()
  const node = selection?.isCollapsed === false ? selection.anchorNode : null
  const button = node?.parentElement?.closest("li")?.querySelector<HTMLElement>(`[${mark}]`)
  button?.click()
  return button != null
}
