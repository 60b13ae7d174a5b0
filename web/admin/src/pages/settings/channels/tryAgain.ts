import type { MenuItem } from "../../../ui/Menu.tsx"

interface State {
  readonly enabled: boolean
  readonly status: string
  readonly lastError?: string | undefined
}

/** Of a connection that is in trouble: what waits is tried now, by `enable`, and not when its turn comes. */
export const tryAgain = (
  { enabled, lastError, status }: State,
  enable: () => Promise<unknown>
): ReadonlyArray<MenuItem> =>
  enabled && (status !== "active" || lastError !== undefined) ? [{ label: "Try again now", act: enable }] : []
