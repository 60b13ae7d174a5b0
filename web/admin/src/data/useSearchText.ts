import { useEffect, useRef, useState } from "react"

/** Milliseconds after the last key before a search is made. */
const pause = 200

/**
 * What is typed into a search box. `search` puts it into the address once the typing pauses. What the address says, `q`,
 * takes its place when somebody has gone to another address of the page.
 */
export const useSearchText = (q: string, search: (text: string) => void) => {
  const [text, setText] = useState(q)
  const asked = useRef(q)
  /** What was put into the address and may not stand there yet. */
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
      // What was chosen stands in the address by now.
      if (text === asked.current) return
      asked.current = text
      underWay.current = [...underWay.current, text]
      current.current(text)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
