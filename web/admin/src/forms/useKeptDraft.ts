import { useEffect, useRef, useState } from "react"
import { followKept } from "../app/followKept.ts"
import { mode } from "../app/mode.ts"
import { useSession } from "../app/session.ts"

/** What somebody is writing, kept in this browser until it is cleared: it outlives the page and the session, and is one in all windows. */
export const useKeptDraft = <A extends object>(name: string, empty: A) => {
  const { member } = useSession()
  const place = `trunkline.${name} ${mode} ${member.id}`
  const [draft, setDraft] = useState(() => ({ ...empty, ...read(place) }))
  /** What is kept already: to keep it again would put it in the place of what another window has typed since. */
  const kept = useRef(draft)
  const isEmpty = JSON.stringify(draft) === JSON.stringify(empty)
  useEffect(() => {
    try {
      if (draft === kept.current) return
      if (isEmpty) localStorage.removeItem(place)
      else localStorage.setItem(place, JSON.stringify(draft))
    } catch {
      // Without a place on disk it lasts as long as the page.
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
    // The page may be gone by now.
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
