import { reportFailure } from "../forms/reportFailure.ts"
import { PageValue, usePageValue } from "../ui/PageValue.ts"
import { client } from "./client.ts"

/** What somebody has chosen about keys; kept with their profile, so that it is the same wherever they sign in. */
export interface KeyChoices {
  /** Keys by the ids of commands; null for none. What is not here has the keys of the table. */
  readonly keys: Readonly<Record<string, string | null>>
  /** Whether letters alone do something: whoever speaks to the computer turns that off (WCAG 2.1.4). */
  readonly singleKeys: boolean
}

const choices = new PageValue<KeyChoices>({ keys: {}, singleKeys: true })
let preferences: Readonly<Record<string, unknown>> = {}

export const { get: keyChoices, watch: watchKeyChoices } = choices
export const useKeyChoices = () => usePageValue(choices)

/** Takes the choices out of what the profile says; what was not written here counts for nothing. */
export const readKeyChoices = (said: Readonly<Record<string, unknown>> | null | undefined) => {
  preferences = said ?? {}
  const { keys, singleKeys } = preferences
  const given = typeof keys === "object" && keys !== null ? Object.entries(keys) : []
  choices.set({
    keys: Object.fromEntries(given.filter(([, value]) => typeof value === "string" || value === null)),
    singleKeys: singleKeys !== false
  })
}

/** Changes the choices at once, and takes that back when they cannot be kept. */
export const saveKeyChoices = async (next: KeyChoices) => {
  const before = choices.get()
  choices.set(next)
  try {
    preferences = { ...preferences, ...next }
    await client.profile.update({ preferences })
  } catch (error) {
    choices.set(before)
    reportFailure(error)
  }
}

/** The keys of a command: those that were chosen, or its own. */
export const keysOf = (id: string, own: string | undefined): string | undefined => {
  const chosen = choices.get().keys[id]
  return chosen === undefined ? own : (chosen ?? undefined)
}
