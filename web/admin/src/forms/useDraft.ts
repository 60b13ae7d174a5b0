import { useState } from "react"

/** What somebody is changing, beside what is saved. */
export interface Draft<T extends object> {
  /** What is saved, with the edits in it. */
  readonly value: T
  readonly set: (edits: Partial<T>) => void
  /** The members that differ from what is saved: the body of a PATCH. */
  readonly changes: Partial<T>
  readonly isChanged: boolean
  /** What somebody else has saved of these members since their edit began. */
  readonly overtaken: Partial<T>
  readonly reset: () => void
  /** Forgets edits that were saved as they are here; what was typed since stays, as an edit of what was saved. */
  readonly settle: (sent: Partial<T>) => void
}

/** A member as it was saved when its edit began, and as it is to be. */
interface Edit {
  readonly from: unknown
  readonly to: unknown
}

/** Edits of a record that go nowhere until they are saved. They stay, whatever is saved of the record meanwhile. */
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

/** Whether two values are one and the same JSON; what is left out is null. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What a text has become under somebody's edit of it, if anything. */
export const becameOf = (overtaken: string | null | undefined): string | undefined =>
  overtaken === undefined ? undefined : overtaken === null ? "It is empty now." : `It is “${overtaken}” now.`

/** A text that may be left out: nothing is null. */
export const orNull = (text: string): string | null => (text.trim() === "" ? null : text)

/** One entry a line, without empty ones. */
export const linesOf = (text: string): Array<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
