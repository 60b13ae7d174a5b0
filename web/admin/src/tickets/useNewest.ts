import { useCallback, useEffect, useRef, useState } from "react"

/**
 * Keeps the end of a growing conversation in view for somebody who is at the end, or sends a message of their `own`. Somebody
 * who reads further up stays there, and is told of new messages. `said` is the number of messages, `undefined` until read;
 * `end` goes on an element after the last one.
 */
export const useNewest = (said: number | undefined, own: number) => {
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  /** The scroll position to which `goToEnd` last scrolled. */
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
    // Other parts of the ticket may have pushed the end out of view before its first message was loaded.
    const isOpening = known.said === undefined && scrolledTo(end.current) >= brought.current
    if (isAtEnd.current || own > known.own || isOpening) goToEnd()
    else if (said !== undefined && said > (known.said ?? 0)) setIsUnseen(true)
  }, [said, own, goToEnd])
  return { end, isUnseen, goToEnd }
}

/** The sum of the scroll offsets of an element and its ancestors, in pixels. */
const scrolledTo = (element: Element | null): number =>
  element === null ? 0 : element.scrollTop + scrolledTo(element.parentElement)
