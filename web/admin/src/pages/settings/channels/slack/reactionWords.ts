import type { SlackInstallation } from "@trunkline/sdk"

export type Reactions = NonNullable<SlackInstallation["reactions"]>
type Meaning = Reactions[string]

/** What emoji can mean, in the order of the form. */
export const meanings: ReadonlyArray<readonly [meaning: Meaning, label: string]> = [
  ["open", "Make a ticket of a message"],
  ["assign", "Assign its ticket to who reacts"],
  ["resolve", "Resolve its ticket"]
]

/** What they mean unless the workspace says otherwise. */
const usual: Reactions = { ticket: "open", eyes: "assign", white_check_mark: "resolve" }

export type Words = Readonly<Record<Meaning, string>>

/** Of each meaning its emoji, as they are typed. */
export const wordsOf = (reactions: Reactions = usual): Words => {
  const of = (wanted: Meaning) =>
    Object.entries(reactions)
      .flatMap(([emoji, meaning]) => (meaning === wanted ? [`:${emoji}:`] : []))
      .join(" ")
  return { open: of("open"), assign: of("assign"), resolve: of("resolve") }
}

/** What was typed; null is what is usual. An emoji that stands at two meanings has the later one. */
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
