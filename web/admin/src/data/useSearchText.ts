import { useEffect, useRef, useState } from "react"

/** Milliseconds after the last keystroke before a search. */
const pause = 200

/**
 * The text of a search box. `search` puts it into the address once typing pauses. The text in the address, `q`, replaces it
 * when somebody has gone to another address of the page.
 */
export const useSearchText = (q: string, search: (text: string) => void) => {
  const [text, setText] = useState(q)
  const asked = useRef(q)
  /** Texts put into the address that may not have arrived there yet. */
  const underWay = useRef<ReadonlyArray<string>>([q])
  const current = useRef(search)
  current.current = search
  useEffect(() => {
    const at = underWay.current.indexOf(q)
    underWay.current = underWay.current.slice(at + 1)
    if (at >= 0) return
    asked.current = q
    setText(q)
  }, [q])
  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      // The address may have received this text meanwhile.
      if (text === asked.current) return
      asked.current = text
      underWay.current = [...underWay.current, text]
      current.current(text)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
