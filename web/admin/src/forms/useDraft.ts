import { useState } from "react"

/** What somebody is changing, beside what is saved. */
export interface Draft<T extends object> {
  /** What is saved, with the edits in it. */
  readonly value: T
  readonly set: (edits: Partial<T>) => void
  /** The members that differ from what is saved: the body of a PATCH. */
  readonly changes: Partial<T>
  readonly isChanged: boolean
  readonly reset: () => void
}

/** Edits of a record that go nowhere until they are saved. */
export const useDraft = <T extends object>(saved: T): Draft<T> => {
  const [edits, setEdits] = useState<Partial<T>>({})
  const isEdited = (name: string) =>
    JSON.stringify(edits[name as keyof T] ?? null) !== JSON.stringify(saved[name as keyof T] ?? null)
  const changes = Object.fromEntries(Object.entries(edits).filter(([name]) => isEdited(name))) as Partial<T>
  return {
    value: { ...saved, ...edits },
    set: (more) => setEdits((before) => ({ ...before, ...more })),
    changes,
    isChanged: Object.keys(changes).length > 0,
    reset: () => setEdits({})
  }
}

/** A text that may be left out: nothing is null. */
export const orNull = (text: string): string | null => (text.trim() === "" ? null : text)

/** One entry a line, without empty ones. */
export const linesOf = (text: string): Array<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
