import type { TargetedMouseEvent } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { roomAtFirst, shownFrom } from "../../message/shownFrom.ts"

/**
 * How far back a conversation is shown: its newest messages at first, and with each call of `more`, twice as much of what came
 * before. New messages are always shown. `known` is the number of messages at first.
 */
export const useShown = (messages: ReadonlyArray<{ readonly body: string }>) => {
  const [known] = useState(messages.length)
  const [{ from, room }, show] = useState(() => ({ from: shownFrom(messages, known, roomAtFirst), room: roomAtFirst }))
  /** The scrolling element, and its height below the top of the visible part. */
  const before = useRef<{ readonly scroll: HTMLElement; readonly below: number } | undefined>(undefined)
  const more = ({ currentTarget }: TargetedMouseEvent<HTMLElement>) => {
    const scroll = currentTarget.closest<HTMLElement>(".scroll")
    if (scroll !== null) before.current = { scroll, below: scroll.scrollHeight - scroll.scrollTop }
    show({ from: shownFrom(messages, from, 2 * room), room: 2 * room })
  }
  useLayoutEffect(() => {
    if (before.current === undefined) return
    // Keeps the reader's position.
    const { below, scroll } = before.current
    scroll.scrollTop = scroll.scrollHeight - below
    if (from === 0) scroll.focus({ preventScroll: true })
  }, [from])
  return { from, known, more }
}
