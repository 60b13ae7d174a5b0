import type { MenuItem } from "../../../ui/Menu.tsx"

interface State {
  readonly enabled: boolean
  readonly status: string
  readonly lastError?: string | undefined
}

/** The action that makes a failing connection retry at once, through `enable`, rather than when its next attempt is due. */
export const tryAgain = (
  { enabled, lastError, status }: State,
  enable: () => Promise<unknown>
): ReadonlyArray<MenuItem> =>
  enabled && (status !== "active" || lastError !== undefined) ? [{ label: "Try again now", act: enable }] : []
