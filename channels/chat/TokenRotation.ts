import { WebClient } from "@slack/web-api"
import { Clock, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { SlackConnection } from "../../src/domain/ChannelConnection.ts"
import type { InstallationId } from "../../src/domain/Ids.ts"
import type { SlackClientCredentials } from "../../src/domain/SlackApp.ts"
import * as Supervised from "../../src/runtime/Supervised.ts"
import { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import { SecretRotation } from "../../src/tickets/connections/SecretRotation.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { callSlack, endsAccess, type SlackFailure } from "./SlackFailure.ts"
import { SlackRegistrations } from "./SlackRegistrations.ts"
import { readSecrets, writeSecrets } from "./SlackWorkspaces.ts"
import { slackOptions } from "./slackClient.ts"

/** A token is renewed when this much is left of its twelve hours, so that no request ever waits for the renewal. */
const renewBefore = Duration.hours(2)
const lookEvery = Duration.minutes(10)
/** Milliseconds. How long Slack may take to renew one: its row is locked meanwhile. */
const patience = 5_000

/**
 * The actor that renews tokens that expire. A refresh token works once, so whoever uses it and loses the response has lost
 * the workspace: new tokens are stored before they are used, and one node asks at a time.
 */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { apiUrl } = yield* SlackAppSettings
    const connections = yield* ConnectionStore
    const registrations = yield* SlackRegistrations
    const rotation = yield* SecretRotation

    const renewed = (app: SlackClientCredentials, refreshToken: string) =>
      callSlack("oauth.v2.access", () =>
        new WebClient(undefined, { ...slackOptions(apiUrl), timeout: patience }).oauth.v2.access({
          client_id: app.id,
          client_secret: Redacted.value(app.secret),
          grant_type: "refresh_token",
          refresh_token: refreshToken
        })
      )

    const rotate = (id: InstallationId, app: SlackClientCredentials) =>
      rotation.rotate(id, (sealed) =>
        Effect.gen(function* () {
          const { expiresAt, refreshToken } = readSecrets(Redacted.value(sealed))
          const now = yield* Clock.currentTimeMillis
          // Another node may have renewed it while this one waited for the lock.
          if (refreshToken === undefined || (expiresAt ?? 0) > now + Duration.toMillis(renewBefore)) return undefined
          const answer = yield* renewed(app, refreshToken)
          const { access_token: botToken, expires_in: seconds, refresh_token: next } = answer
          if (botToken === undefined || next === undefined)
            return yield* Effect.die(new Error("Slack did not return a new token"))
          return writeSecrets({ botToken, refreshToken: next, expiresAt: now + (seconds ?? 0) * 1000 })
        })
      )

    const failed = ({ id, updatedAt }: SlackConnection, failure: SlackFailure) =>
      Effect.andThen(
        Effect.logWarning("A Slack token could not be renewed", { connection: id, code: failure.code }),
        connections.note(id, {
          kind: "error",
          error: failure.message,
          outage: endsAccess(failure) ? { status: "needs_reauth", asOf: updatedAt } : undefined
        })
      )

    return Supervised.layer({
      name: "tokens",
      kind: "slack",
      live: Effect.fnUntraced(function* (self) {
        yield* self.ready
        const round = Effect.gen(function* () {
          for (const { connection } of yield* connections.all("chat")) {
            if (connection.status === "uninstalled" || connection.status === "needs_reauth") continue
            const { id, settings } = connection
            yield* Effect.flatMap(
              registrations.client(settings.app),
              Option.match({ onNone: () => Effect.void, onSome: (app) => rotate(id, app) })
            ).pipe(
              Effect.catchTag("SlackFailure", (failure) => failed(connection, failure)),
              // Secrets that cannot be decrypted must not let the other tokens expire.
              Effect.catchDefect((defect) =>
                Effect.logError("A Slack token could not be renewed", { connection: id }, defect)
              )
            )
          }
          yield* self.active
          yield* Effect.sleep(lookEvery)
        })
        yield* Effect.forever(round)
      })
    })
  })
)
