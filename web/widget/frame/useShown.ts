import type { TargetedMouseEvent } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { roomAtFirst, shownFrom } from "../../message/shownFrom.ts"

/**
 * How far back a conversation is shown: its newest messages at first, and each time that somebody asks for `more`, twice as
 * much of what was said before. What is new is shown anyhow. `known` are those that were there at first.
 */
export const useShown = (messages: ReadonlyArray<{ readonly body: string }>) => {
  const [known] = useState(messages.length)
  const [{ from, room }, show] = useState(() => ({ from: shownFrom(messages, known, roomAtFirst), room: roomAtFirst }))
  /** What scrolls, and how much of it lay below the top of what was seen. */
  const before = useRef<{ readonly scroll: HTMLElement; readonly below: number } | undefined>(undefined)
  const more = ({ currentTarget }: TargetedMouseEvent<HTMLElement>) => {
    const scroll = currentTarget.closest<HTMLElement>(".scroll")
    if (scroll !== null) before.current = { scroll, below: scroll.scrollHeight - scroll.scrollTop }
    show({ from: shownFrom(messages, from, 2 * room), room: 2 * room })
  }
  useLayoutEffect(() => {
    if (before.current === undefined) return
    // Who reads backwards goes on where they were.
    const { below, scroll } = before.current
    scroll.scrollTop = scroll.scrollHeight - below
    if (from === 0) scroll.focus({ preventScroll: true })
  }, [from])
  return { from, known, more }
}
