import { useCallback, useEffect, useRef, useState } from "react"

/**
 * Keeps the end of what was said in sight as it grows, for whoever looks at the end or sends something of their `own`; who
 * reads further up stays there, and is told of what is new. `said` is undefined until it is read; `end` is put on an element
 * behind the last.
 */
export const useNewest = (said: number | undefined, own: number) => {
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [isUnseen, setIsUnseen] = useState(false)
  const goToEnd = useCallback(() => end.current?.scrollIntoView({ block: "nearest" }), [])
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => {
      isAtEnd.current = entry?.isIntersecting === true
      if (isAtEnd.current) setIsUnseen(false)
    })
    if (end.current !== null) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [])
  const before = useRef({ said, own: 0 })
  useEffect(() => {
    const known = before.current
    before.current = { said, own }
    if (isAtEnd.current || own > known.own || known.said === undefined) goToEnd()
    else if (said !== undefined && said > known.said) setIsUnseen(true)
  }, [said, own, goToEnd])
  return { end, isUnseen, goToEnd }
}
