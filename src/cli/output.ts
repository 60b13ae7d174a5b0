import { stripVTControlCharacters } from "node:util"
import { Console } from "effect"
import { beginningOf } from "../domain/beginningOf.ts"

/** Characters of a cell; longer text is cut. */
const widest = 60

/** External text without characters that move the cursor or control the terminal. */
export const plain = (text: string): string => stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]+/gu, "")

/** Rows below their headings, with each column as wide as its widest cell. External text cannot control the terminal. */
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

/** Prints the value itself for programs, or text about it for people. */
export const print = (json: boolean, value: unknown, text: () => string) =>
  Console.log(json ? jsonOf(value, 2) : text())

/** A value as JSON. Also escapes characters that JSON allows but terminals interpret. */
export const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`
  )
