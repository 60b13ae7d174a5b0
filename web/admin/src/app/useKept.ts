import { useState } from "react"
import { useSession } from "./session.ts"

/**
 * A small preference of the member, stored in this browser under their id. A stored value that is no longer understood is
 * ignored.
 */
export const useKept = <A>(name: string, standard: A, read: (text: string) => A | undefined) => {
  const { member } = useSession()
  const key = `trunkline.${name} ${member.id}`
  const [value, setValue] = useState<A>(() => {
    const text = localStorage.getItem(key)
    return (text === null ? undefined : read(text)) ?? standard
  })
  const keep = (next: A) => {
    setValue(next)
    localStorage.setItem(key, String(next))
  }
  return [value, keep] as const
}
