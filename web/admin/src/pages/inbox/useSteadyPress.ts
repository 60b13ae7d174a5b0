import { type MouseEvent as Press, useRef } from "react"

/** Pixels that the pointer may move during a click. */
const tremor = 4

/**
 * For a list whose rows move by themselves: a click is for the row under the pointer when it began. If another row is there
 * when it ends, the browser sends the click only to their common ancestor.
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
      // A press that was dragged away is cancelled.
      if (Math.hypot(clientX - press.clientX, clientY - press.clientY) > tremor) return
      press.target.dispatchEvent(new MouseEvent(nativeEvent.type, nativeEvent))
    }
  }
}
