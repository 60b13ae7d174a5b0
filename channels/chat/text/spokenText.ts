import type { MailFile } from "../../../src/domain/OutgoingMail.ts"

/** The names of files, for use where a text is needed. */
export const namesOf = (files: ReadonlyArray<MailFile>): string => files.map(({ filename }) => filename).join("\n")

/**
 * The text to post for a message beside its files: its own text, and the names of empty files, which Slack does not accept.
 */
export const spokenText = (text: string, files: ReadonlyArray<MailFile>): string => {
  const empty = files.filter(({ size }) => size === 0).map(({ filename }) => `${filename} (empty file)`)
  return [text.trim(), empty.join("\n")].filter((part) => part !== "").join("\n\n")
}
