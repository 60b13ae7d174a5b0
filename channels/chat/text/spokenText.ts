import type { MailFile } from "../../../src/domain/OutgoingMail.ts"

/** Files by themselves, where something has to be said for them. */
export const namesOf = (files: ReadonlyArray<MailFile>): string => files.map(({ filename }) => filename).join("\n")

/** What is posted of a message beside its files: what it says, and the names of those without a byte, which Slack does not take. */
export const spokenText = (text: string, files: ReadonlyArray<MailFile>): string => {
  const empty = files.filter(({ size }) => size === 0).map(({ filename }) => `${filename} (empty file)`)
  return [text.trim(), empty.join("\n")].filter((part) => part !== "").join("\n\n")
}
