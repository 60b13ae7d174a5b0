import { useEffect, useRef, useState } from "react"
import { followKept } from "../app/followKept.ts"
import { mode } from "../app/mode.ts"
import { useSession } from "../app/session.ts"

/** A draft kept in this browser until it is cleared. It outlives the page and the session, and all windows share it. */
export const useKeptDraft = <A extends object>(name: string, empty: A) => {
  const { member } = useSession()
  const place = `trunkline.${name} ${mode} ${member.id}`
  const [draft, setDraft] = useState(() => ({ ...empty, ...read(place) }))
  /** The draft as stored. It is not stored again, which would overwrite what another window has typed since. */
  const kept = useRef(draft)
  const isEmpty = JSON.stringify(draft) === JSON.stringify(empty)
  useEffect(() => {
    try {
      if (draft === kept.current) return
      if (isEmpty) localStorage.removeItem(place)
      else localStorage.setItem(place, JSON.stringify(draft))
    } catch {
      // Without storage, the draft lasts as long as the page.
    }
  }, [place, draft, isEmpty])
  useEffect(
    () =>
      followKept(place, () => {
        kept.current = { ...empty, ...read(place) }
        setDraft(kept.current)
      }),
    [place, empty]
  )
  const clear = () => {
    // Cleared directly, since the component may have unmounted.
    localStorage.removeItem(place)
    setDraft(empty)
  }
  return { draft, setDraft, isEmpty, clear }
}

const read = (place: string): object | null => {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null")
  } catch {
    return null
  }
}
