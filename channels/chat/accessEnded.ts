import { Effect, Redacted } from "effect"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { SecretRotation } from "../../src/tickets/connections/SecretRotation.ts"
import type { Occasion } from "./BoltApp.ts"
import { callSlack, endsAccess } from "./SlackFailure.ts"
import { readSecrets, SlackWorkspaces, writeSecrets } from "./SlackWorkspaces.ts"

/** The events by which Slack reports that the app has lost its access. */
const ends = {
  tokens_revoked: {
    status: "needs_reauth",
    error: "Slack revoked the app's access: reconnect the workspace"
  },
  app_uninstalled: { status: "uninstalled", error: "The app was removed from the workspace" }
} as const

/**
 * Handles the end of the app's access to a workspace. Slack may report it for tokens that are not the app's, or late, when
 * the workspace is connected again, so the stored token is tested. If it no longer works and the app was removed, it is
 * erased, unless another one was stored meanwhile.
 */
export const accessEnded = Effect.fn("accessEnded")(function* (
  event: keyof typeof ends,
  { workspace }: Pick<Occasion, "workspace">
) {
  const connections = yield* ConnectionStore
  const rotation = yield* SecretRotation
  const workspaces = yield* SlackWorkspaces
  const { id, updatedAt } = workspace.connection
  // Bolt gives no token to listeners of these events.
  const { client, secrets } = yield* workspaces.access(workspace.connection)
  const isGood = yield* callSlack("auth.test", () => client.auth.test()).pipe(
    Effect.as(true),
    Effect.catchIf(endsAccess, () => Effect.succeed(false))
  )
  if (isGood) return undefined
  const { error, status } = ends[event]
  yield* connections.note(id, { kind: "error", error, outage: { status, asOf: updatedAt } })
  if (event === "app_uninstalled")
    yield* rotation.rotate(id, (stored) => {
      const isTested = readSecrets(Redacted.value(stored)).botToken === secrets.botToken
      return Effect.succeed(isTested ? writeSecrets({ botToken: "" }) : undefined)
    })
  return undefined
})
