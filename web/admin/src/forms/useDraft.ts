import { useState } from "react"

/** Edits of a record, beside its saved state. */
export interface Draft<T extends object> {
  /** The saved record with the edits applied. */
  readonly value: T
  readonly set: (edits: Partial<T>) => void
  /** The members that differ from what is saved: the body of a PATCH. */
  readonly changes: Partial<T>
  readonly isChanged: boolean
  /** The current values of edited members that somebody else has saved since the edit began. */
  readonly overtaken: Partial<T>
  readonly reset: () => void
  /** Drops the edits that were sent. What was typed since stays as an edit of the saved value. */
  readonly settle: (sent: Partial<T>) => void
}

/** A member's saved value when its edit began, and its edited value. */
interface Edit {
  readonly from: unknown
  readonly to: unknown
}

/** Collects edits of a record until they are saved. They are kept whatever else is saved of the record meanwhile. */
export const useDraft = <T extends object>(saved: T): Draft<T> => {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map())
  const savedAs = (name: string): unknown => saved[name as keyof T]
  const changed = [...edits].filter(([name, { to }]) => !isSame(to, savedAs(name)))
  const overtaken = changed.filter(([name, { from }]) => !isSame(from, savedAs(name)))
  return {
    value: { ...saved, ...only<T>([...edits].map(([name, { to }]) => [name, to])) },
    set: (more) =>
      setEdits((before) => {
        const after = new Map(before)
        for (const [name, to] of Object.entries(more)) {
          const { from } = before.get(name) ?? { from: savedAs(name) }
          if (isSame(to, savedAs(name))) after.delete(name)
          else after.set(name, { from, to })
        }
        return after
      }),
    changes: only<T>(changed.map(([name, { to }]) => [name, to])),
    isChanged: changed.length > 0,
    overtaken: only<T>(overtaken.map(([name]) => [name, savedAs(name)])),
    reset: () => setEdits(new Map()),
    settle: (sent) =>
      setEdits((before) => {
        const after = new Map(before)
        for (const [name, from] of Object.entries(sent)) {
          const edit = before.get(name)
          if (edit === undefined) continue
          if (isSame(edit.to, from)) after.delete(name)
          else after.set(name, { ...edit, from })
        }
        return after
      })
  }
}

const only = <T extends object>(members: ReadonlyArray<readonly [string, unknown]>) =>
  Object.fromEntries(members) as Partial<T>

/** Whether two values are the same JSON; `undefined` counts as `null`. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Says what somebody else has changed a text to while it was being edited, if anything. */
export const becameOf = (overtaken: string | null | undefined): string | undefined =>
  overtaken === undefined ? undefined : overtaken === null ? "It is now empty." : `It is now “${overtaken}”.`

/** Returns the text, or `null` if it is blank. */
export const orNull = (text: string): string | null => (text.trim() === "" ? null : text)

/** Splits a text into one entry per line, without empty lines. */
export const linesOf = (text: string): Array<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
