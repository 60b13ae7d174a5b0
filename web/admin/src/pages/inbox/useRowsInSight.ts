import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

/** Rows drawn beyond each end of the visible ones. */
const beyond = 8

/**
 * Virtualizes a list whose rows all have the same height: the rows to draw, from `start` up to but not including `end`, whether
 * a row is in view, and a way to scroll it into view.
 */
export const useRowsInSight = (list: RefObject<HTMLElement | null>, count: number, height: number) => {
  const [first, setFirst] = useState(0)
  const [fitting, setFitting] = useState(0)
  /** The number of rows above the visible ones. */
  const above = useRef(0)
  useLayoutEffect(() => {
    const scroller = list.current
    if (scroller === null) return
    // Rendered within this frame: one frame later, a list that is scrolled fast would be blank.
    const look = () =>
      flushSync(() => {
        above.current = scroller.scrollTop / height
        setFirst(Math.floor(above.current))
        setFitting(Math.ceil(scroller.clientHeight / height))
      })
    // After a change of row height, the same rows are shown.
    scroller.scrollTop = above.current * height
    // Also calls `look` at once.
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
