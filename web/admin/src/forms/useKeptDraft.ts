import { useEffect, useState } from "react"
import { mode } from "../app/mode.ts"
import { useSession } from "../app/session.ts"

/** What somebody is writing, kept in this browser until it is cleared: it outlives the page, and the session. */
export const useKeptDraft = <A extends object>(name: string, empty: A) => {
  const { member } = useSession()
  const place = `trunkline.${name} ${mode} ${member.id}`
  const [draft, setDraft] = useState(() => ({ ...empty, ...read(place) }))
  const isEmpty = JSON.stringify(draft) === JSON.stringify(empty)
  useEffect(() => {
    try {
      if (isEmpty) localStorage.removeItem(place)
      else localStorage.setItem(place, JSON.stringify(draft))
    } catch {
      // Without a place on disk it lasts as long as the page.
    }
  }, [place, draft, isEmpty])
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
