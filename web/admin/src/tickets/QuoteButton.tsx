import { createContext, useContext } from "react"
import { Button } from "../ui/Button.tsx"

/** Puts a text into what is written, as a quotation; what is internal goes into notes alone. */
type Quote = (text: string, isInternal: boolean) => void

/** Where what is quoted goes; undefined where nothing can be written. */
export const Quoting = createContext<Quote | undefined>(undefined)

/** By what the button of a message is found. */
const mark = "data-quote"

interface Props {
  readonly text: string
  readonly isInternal: boolean
}

/** Quotes what is selected of a message, or all of it. */
export function QuoteButton({ text, isInternal }: Props) {
  const quote = useContext(Quoting)
  if (quote === undefined || text === "") return undefined
  return (
    <Button
      kind="quiet"
      {...{ [mark]: true }}
      // What is selected stays so.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => quote(selectedIn(currentTarget.closest("li")) ?? text, isInternal)}
    >
      Quote
    </Button>
  )
}

/** What somebody has selected within an element, if anything. */
const selectedIn = (element: Element | null): string | undefined => {
  const selection = getSelection()
  const isInside = element !== null && selection !== null && element.contains(selection.anchorNode)
  const text = isInside && element.contains(selection.focusNode) ? selection.toString().trim() : ""
  return text === "" ? undefined : text
}

/** Quotes the message in which something is selected; whether there is one. */
export const quoteSelected = (): boolean => {
  const selection = getSelection()
  const node = selection?.isCollapsed === false ? selection.anchorNode : null
  const button = node?.parentElement?.closest("li")?.querySelector<HTMLElement>(`[${mark}]`)
  button?.click()
  return button != null
}
