import type { SlackInstallation } from "@trunkline/sdk"

export type Reactions = NonNullable<SlackInstallation["reactions"]>
type Meaning = Reactions[string]

/** The meanings of emoji, in the order of the form. */
export const meanings: ReadonlyArray<readonly [meaning: Meaning, label: string]> = [
  ["open", "Create a ticket from the message"],
  ["assign", "Assign the ticket to the person who reacts"],
  ["resolve", "Resolve the ticket"]
]

/** The default emoji. */
const usual: Reactions = { ticket: "open", eyes: "assign", white_check_mark: "resolve" }

export type Words = Readonly<Record<Meaning, string>>

/** The emoji for each meaning, as text. */
export const wordsOf = (reactions: Reactions = usual): Words => {
  const of = (wanted: Meaning) =>
    Object.entries(reactions)
      .flatMap(([emoji, meaning]) => (meaning === wanted ? [`:${emoji}:`] : []))
      .join(" ")
  return { open: of("open"), assign: of("assign"), resolve: of("resolve") }
}

/** Returns the typed reactions; `null` for the defaults. An emoji entered for two meanings has the later one. */
export const reactionsOf = (words: Words): Reactions | null => {
  const reactions = Object.fromEntries(
    meanings.flatMap(([meaning]) =>
      words[meaning].split(/[\s,:]+/).flatMap((emoji) => (emoji ? [[emoji, meaning]] : []))
    )
  )
  const entries = Object.entries(usual)
  const isUsual =
    Object.keys(reactions).length === entries.length &&
    entries.every(([emoji, meaning]) => reactions[emoji] === meaning)
  return isUsual ? null : reactions
}
