import { readFileSync } from "node:fs"
import { join } from "node:path"
import { WebClient } from "@slack/web-api"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import type { SlackClientCredentials } from "../../src/domain/SlackApp.ts"
import { slackScopes } from "../../src/domain/slackScopes.ts"
import { programFolder } from "../../src/runtime/programFolder.ts"
import { type InstalledWorkspace, InstallRefused, SlackOAuth } from "../../src/tickets/connections/SlackOAuth.ts"
import { SlackAppSettings } from "./SlackAppSettings.ts"
import { callSlack, type SlackFailure } from "./SlackFailure.ts"
import { externalIdOf, readSecrets, writeSecrets } from "./SlackWorkspaces.ts"
import { slackClient, slackOptions } from "./slackClient.ts"
import { slackManifest } from "./slackManifest.ts"

/**
 * Installs the app by OAuth v2, or, with the token of the app's only workspace, by asking Slack what the token belongs to.
 */
export const layer = Layer.effect(
  SlackOAuth,
  Effect.gen(function* () {
    const { apiUrl, botToken, client, publicUrl, redirectUrl } = yield* SlackAppSettings
    const template = readFileSync(join(programFolder, "channels/chat/manifest.yaml"), "utf8")

    const byCode = Effect.fnUntraced(function* (app: SlackClientCredentials, code: string) {
      const answer = yield* callSlack("oauth.v2.access", () =>
        new WebClient(undefined, slackOptions(apiUrl)).oauth.v2.access({
          client_id: app.id,
          client_secret: Redacted.value(app.secret),
          code,
          redirect_uri: redirectUrl
        })
      )
      const { access_token: token, app_id: appId, expires_in: seconds, refresh_token: refreshToken } = answer
      if (token === undefined || appId === undefined) return yield* refused("Slack did not return a bot token")
      const now = yield* Clock.currentTimeMillis
      const expiry =
        refreshToken === undefined || seconds === undefined ? {} : { refreshToken, expiresAt: now + seconds * 1000 }
      const whole = answer.is_enterprise_install === true ? answer.enterprise : undefined
      return yield* describe(
        Redacted.make(token),
        appId,
        { botToken: token, ...expiry },
        answer.scope?.split(",") ?? [],
        whole === undefined ? undefined : { id: whole.id ?? "", name: whole.name ?? "" }
      )
    })

    const byToken = Effect.fnUntraced(function* (token: Redacted.Redacted) {
      const asked = yield* callSlack("auth.test", () => slackClient(apiUrl, token).auth.test())
      const { bot } = yield* callSlack("bots.info", () =>
        slackClient(apiUrl, token).bots.info({ bot: asked.bot_id ?? "" })
      )
      if (bot?.app_id === undefined) return yield* refused("SLACK_BOT_TOKEN is not the bot token of an app")
      const scopes = asked.response_metadata?.scopes ?? []
      return yield* describe(token, bot.app_id, { botToken: Redacted.value(token) }, scopes, undefined)
    })

    const describe = Effect.fnUntraced(function* (
      token: Redacted.Redacted,
      appId: string,
      secrets: Parameters<typeof writeSecrets>[0],
      scopes: ReadonlyArray<string>,
      enterprise: { readonly id: string; readonly name: string } | undefined
    ) {
      const bot = yield* callSlack("auth.test", () => slackClient(apiUrl, token).auth.test())
      const { bot_id: botId, team: teamName = "", team_id: teamId = "", user_id: botUserId } = bot
      if (botId === undefined || botUserId === undefined) return yield* refused("Slack did not return a bot token")
      const where = enterprise === undefined ? { teamId } : {}
      const enterpriseId = enterprise?.id ?? bot.enterprise_id
      const installed: InstalledWorkspace = {
        externalId: externalIdOf(appId, enterprise?.id ?? teamId),
        name: enterprise?.name || teamName || teamId,
        settings: { appId, botId, botUserId, scopes, ...where, ...(enterpriseId ? { enterpriseId } : {}) },
        secrets: writeSecrets(secrets)
      }
      return installed
    })

    return SlackOAuth.of({
      isConfigured: Option.isSome(client) || Option.isSome(botToken),

      authorizeUrl: (state, own) => {
        const app = own?.client ?? Option.getOrUndefined(client)
        const url = new URL(app === undefined ? redirectUrl : "/oauth/v2/authorize", apiUrl)
        if (app !== undefined) {
          url.searchParams.set("client_id", app.id)
          url.searchParams.set("scope", slackScopes.join(","))
          url.searchParams.set("redirect_uri", redirectUrl)
        }
        url.searchParams.set("state", state)
        return url.href
      },

      exchange: Effect.fn("SlackOAuth.exchange")(function* (code, own) {
        const app = own?.client ?? Option.getOrUndefined(client)
        const asked =
          app !== undefined
            ? code === undefined
              ? refused("Slack did not send a code")
              : byCode(app, code)
            : Option.isSome(botToken)
              ? byToken(botToken.value)
              : refused("No app is registered with Slack")
        const installed = yield* Effect.catchTag(asked, "SlackFailure", (failure) => refused(sentenceOf(failure)))
        return own === undefined ? installed : { ...installed, settings: { ...installed.settings, app: own.id } }
      }),

      manifest: (own, transport) => slackManifest(template, { publicUrl, own, transport }),

      revoke: Effect.fn("SlackOAuth.revoke")((secrets) => {
        const { botToken: token } = readSecrets(Redacted.value(secrets))
        // The operator's own token is not ours to revoke.
        if (Option.isSome(botToken) && Redacted.value(botToken.value) === token) return Effect.void
        return callSlack("auth.revoke", () => slackClient(apiUrl, Redacted.make(token)).auth.revoke()).pipe(
          Effect.catchTag("SlackFailure", ({ code }) => Effect.logInfo("Slack did not revoke the app's access", code)),
          Effect.asVoid
        )
      })
    })
  })
)

const refused = (reason: string) => Effect.fail(new InstallRefused({ reason }))

const sentenceOf = ({ code, kind }: SlackFailure) =>
  kind === "refused" ? `Slack refused the installation: ${code}.` : "Slack did not respond. Start again in a moment."
