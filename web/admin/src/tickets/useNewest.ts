import { useCallback, useEffect, useRef, useState } from "react"

/**
 * Keeps the end of what was said in sight as it grows, for whoever looks at the end; who reads further up stays there, and is
 * told of what is new. `end` is put on an element behind the last.
 */
export const useNewest = (count: number, isOwn: boolean) => {
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
  const before = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one sends oneself is no news
  useEffect(() => {
    const known = before.current
    before.current = count
    if (isAtEnd.current || isOwn || known === 0) goToEnd()
    else if (count > known) setIsUnseen(true)
  }, [count, goToEnd])
  return { end, isUnseen, goToEnd }
}
