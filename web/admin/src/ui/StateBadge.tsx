import { Badge, type Tone } from "./Badge.tsx"

/** The names of the states of something, and their tones. */
export type States = Readonly<Record<string, readonly [tone: Tone, word: string]>>

/** Returns a state's name and tone; an unknown one keeps its API name. */
export const stateIn = (states: States, state: string) => states[state] ?? (["neutral", state] as const)

/** A badge with the name of a state. */
export function StateBadge({ of, state }: { readonly of: States; readonly state: string }) {
  const [tone, word] = stateIn(of, state)
  return <Badge tone={tone}>{word}</Badge>
}
