import { type MouseEvent as Press, useRef } from "react"

/** Pixels by which a hand moves that only presses. */
const tremor = 4

/**
 * For a list whose rows move by themselves: a press is for what was under the mouse when it began. Where another row is there
 * when it ends, the browser tells none of them of a click, but what is around them.
 */
export const useSteadyPress = () => {
  const begun = useRef<Press>(undefined)
  return {
    onMouseDown: (event: Press) => {
      begun.current = event
    },
    onClick: ({ clientX, clientY, nativeEvent, target }: Press) => {
      const press = begun.current
      if (press === undefined || !(target instanceof Element) || !(press.target instanceof Element)) return
      if (target.closest("[role=option]") !== null || press.target.closest("[role=option]") === null) return
      // Whoever has gone elsewhere with it has thought better of it.
      if (Math.hypot(clientX - press.clientX, clientY - press.clientY) > tremor) return
      press.target.dispatchEvent(new MouseEvent(nativeEvent.type, nativeEvent))
    }
  }
}
