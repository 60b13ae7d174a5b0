import { stripVTControlCharacters } from "node:util"
import { Console } from "effect"
import { beginningOf } from "../domain/beginningOf.ts"

/** Characters of a cell; longer ones are cut. */
const widest = 60

/** Text as it came from outside, without what would move the cursor or speak to the terminal. */
export const plain = (text: string): string => stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]+/gu, "")

/** Rows under their headings, each column as wide as its widest cell. What comes from outside cannot move the cursor. */
export const table = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number | null | undefined>>
): string => {
  const lines = [headings, ...rows].map((row) =>
    row.map((value) => {
      const text = stripVTControlCharacters(String(value ?? ""))
        .replace(/\p{Cc}+/gu, " ")
        .trim()
      return text.length > widest ? `${beginningOf(text, widest - 1)}…` : text
    })
  )
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** For programs, the value itself; for people, what is said of it. */
export const print = (json: boolean, value: unknown, text: () => string) =>
  Console.log(json ? jsonOf(value, 2) : text())

/** A value as JSON. The characters that JSON leaves as they are although terminals take them for orders are escaped. */
export const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`
  )
