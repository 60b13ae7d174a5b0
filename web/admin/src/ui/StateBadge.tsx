import { Badge, type Tone } from "./Badge.tsx"

/** What the states of something are called, and how good they are. */
export type States = Readonly<Record<string, readonly [tone: Tone, word: string]>>

/** One of some states; one that is not known yet is called as the API does. */
export const stateIn = (states: States, state: string) => states[state] ?? (["neutral", state] as const)

/** A state as a word. */
export function StateBadge({ of, state }: { readonly of: States; readonly state: string }) {
  const [tone, word] = stateIn(of, state)
  return <Badge tone={tone}>{word}</Badge>
}
