import { useCallback, useEffect, useRef, useState } from "react"

/**
 * Keeps the end of what was said in sight as it grows, for whoever looks at the end or sends something of their `own`; who
 * reads further up stays there, and is told of what is new. `said` is undefined until it is read; `end` is put on an element
 * behind the last.
 */
export const useNewest = (said: number | undefined, own: number) => {
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  /** How far down it was scrolled by us. */
  const brought = useRef(0)
  const [isUnseen, setIsUnseen] = useState(false)
  const goToEnd = useCallback(() => {
    end.current?.scrollIntoView({ block: "nearest" })
    brought.current = scrolledTo(end.current)
  }, [])
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
    // What else is read of a ticket may have moved the end out of sight before the first of it came.
    const isOpening = known.said === undefined && scrolledTo(end.current) >= brought.current
    if (isAtEnd.current || own > known.own || isOpening) goToEnd()
    else if (said !== undefined && said > (known.said ?? 0)) setIsUnseen(true)
  }, [said, own, goToEnd])
  return { end, isUnseen, goToEnd }
}

/** Pixels that what is around an element is scrolled down. */
const scrolledTo = (element: Element | null): number =>
  element === null ? 0 : element.scrollTop + scrolledTo(element.parentElement)
