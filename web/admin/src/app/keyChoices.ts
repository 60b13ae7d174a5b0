import { reportFailure } from "../forms/reportFailure.ts"
import { PageValue, usePageValue } from "../ui/PageValue.ts"
import { client } from "./client.ts"

/** A member's choice of keys. Kept in their profile, so that it is the same wherever they sign in. */
export interface KeyChoices {
  /** Keys by command id; `null` for none. A command that is missing here has the keys of the table. */
  readonly keys: Readonly<Record<string, string | null>>
  /** Whether single letters are commands. People who use speech input turn that off (WCAG 2.1.4). */
  readonly singleKeys: boolean
}

const choices = new PageValue<KeyChoices>({ keys: {}, singleKeys: true })
let preferences: Readonly<Record<string, unknown>> = {}

export const { get: keyChoices, watch: watchKeyChoices } = choices
export const useKeyChoices = () => usePageValue(choices)

/** Reads the choices from the profile, and ignores anything else there. */
export const readKeyChoices = (said: Readonly<Record<string, unknown>> | null | undefined) => {
  preferences = said ?? {}
  const { keys, singleKeys } = preferences
  const given = typeof keys === "object" && keys !== null ? Object.entries(keys) : []
  choices.set({
    keys: Object.fromEntries(given.filter(([, value]) => typeof value === "string" || value === null)),
    singleKeys: singleKeys !== false
  })
}

/** Applies the choices at once, and reverts them if they cannot be saved. */
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

/** Returns the keys of a command: the chosen ones, or else its own. */
export const keysOf = (id: string, own: string | undefined): string | undefined => {
  const chosen = choices.get().keys[id]
  return chosen === undefined ? own : (chosen ?? undefined)
}
