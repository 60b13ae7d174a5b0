import type { Comment } from "@trunkline/sdk"
import { type MouseEvent, useState } from "react"
import { flushSync } from "react-dom"
import { roomAtFirst, shownFrom } from "../../../message/shownFrom.ts"

/**
 * How far back a conversation is rendered: the newest part at first, and with each call of `more`, twice as much of what came
 * before. New messages are always rendered. `read` is the number of messages at the first read.
 */
export const useEarlier = (comments: ReadonlyArray<Comment> | undefined) => {
  const [drawn, setDrawn] = useState<{ from: number; read: number; room: number }>()
  if (drawn === undefined && comments !== undefined) {
    const { length } = comments
    setDrawn({ from: shownFrom(comments, length, roomAtFirst), read: length, room: roomAtFirst })
  }
  const more = ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    const list = button.closest("ol")
    const next = button.closest("li")?.nextElementSibling
    const placeOf = () => next?.getBoundingClientRect().top ?? 0
    const place = placeOf()
    flushSync(() =>
      setDrawn((now) => {
        if (now === undefined || comments === undefined) return now
        const room = 2 * now.room
        return { ...now, from: shownFrom(comments, now.from, room), room }
      })
    )
    // Keeps the reader's position, whichever ancestor scrolls.
    for (let outer = list?.parentElement; outer; outer = outer.parentElement) outer.scrollTop += placeOf() - place
    if (!button.isConnected) list?.focus({ preventScroll: true })
  }
  return { from: drawn?.from ?? 0, read: drawn?.read ?? 0, more }
}
