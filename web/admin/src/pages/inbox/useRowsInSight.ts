import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

/** Rows above and below those in sight that are drawn too. */
const beyond = 8

/** Of a list whose rows are all of one height: those to draw, from `start` to before `end`, whether one is in sight, and a way to bring it there. */
export const useRowsInSight = (list: RefObject<HTMLElement | null>, count: number, height: number) => {
  const [first, setFirst] = useState(0)
  const [fitting, setFitting] = useState(0)
  /** Rows above what is in sight. */
  const above = useRef(0)
  useLayoutEffect(() => {
    const scroller = list.current
    if (scroller === null) return
    // Drawn with this frame: in the next one, a list that is scrolled fast would show nothing.
    const look = () =>
      flushSync(() => {
        above.current = scroller.scrollTop / height
        setFirst(Math.floor(above.current))
        setFitting(Math.ceil(scroller.clientHeight / height))
      })
    // Rows of another height are the same rows.
    scroller.scrollTop = above.current * height
    // Looks at once, too.
    const resizes = new ResizeObserver(look)
    resizes.observe(scroller)
    scroller.addEventListener("scroll", look, { passive: true })
    return () => {
      resizes.disconnect()
      scroller.removeEventListener("scroll", look)
    }
  }, [list, height])
  const bringIntoSight = useCallback(
    (index: number) => {
      const scroller = list.current
      if (scroller === null) return
      const top = index * height
      scroller.scrollTop = Math.min(top, Math.max(scroller.scrollTop, top + height - scroller.clientHeight))
    },
    [list, height]
  )
  return {
    start: Math.max(0, Math.min(first, count - fitting) - beyond),
    end: Math.min(count, first + fitting + beyond),
    isInSight: (index: number) => index >= first && index < first + fitting,
    bringIntoSight
  }
}
