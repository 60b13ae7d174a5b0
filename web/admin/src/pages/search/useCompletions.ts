import { useEffect, useState } from "react"
import { folded, matching } from "../../app/matching.ts"
import type { Option } from "../../app/picks.ts"
import { customersCalled } from "./customersCalled.ts"
import { choicesOf } from "./searchChoices.ts"
import { fieldNames, searchFields } from "./searchFields.ts"
import type { typedAt } from "./searchQuery.ts"
import type { KnownHere } from "./useKnown.ts"

/** Milliseconds after the last keystroke before customers are searched. */
const pause = 150
const none: ReadonlyArray<Option> = []

/** The options for what is being typed. */
export const useCompletions = (
  { field, text }: ReturnType<typeof typedAt>,
  known: KnownHere,
  isWanted: boolean
): ReadonlyArray<Option> => {
  const isSearched = isWanted && field === "customer"
  const [found, setFound] = useState<{ readonly text: string; readonly options: ReadonlyArray<Option> }>()
  useEffect(() => {
    if (!isSearched) return
    let isOver = false
    const timer = setTimeout(
      () =>
        void customersCalled(text).then(
          (options) => isOver || setFound({ text, options }),
          // Without options, an address can still be typed.
          () => {}
        ),
      pause
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isSearched, text])
  if (!isWanted) return none
  if (field === "customer") return found?.text === text ? found.options : none
  if (field === undefined)
    return fieldNames
      .filter((name) => folded(name).startsWith(folded(text)))
      .map((name) => ({ id: name, label: `${name}:`, hint: searchFields[name] }))
  return matching(choicesOf(field, known), text)
}
