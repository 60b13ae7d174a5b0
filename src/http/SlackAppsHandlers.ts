import { Effect, Redacted } from "effect"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { SlackApp, SlackAppSecrets } from "../domain/SlackApp.ts"
import { SlackApps } from "../tickets/connections/SlackApps.ts"
import { SlackOAuth } from "../tickets/connections/SlackOAuth.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { slackAppView } from "./views/slackAppView.ts"

/** Implements the `slackApps` group. */
export const SlackAppsHandlers = handlersOf(
  Api,
  "slackApps",
  Effect.fnUntraced(function* (handlers) {
    const apps = yield* SlackApps
    const oauth = yield* SlackOAuth
    const { publicUrl } = yield* HttpSettings
    const shown = (app: SlackApp) => answerOf(200, slackAppView(publicUrl, app))
    const created = (app: SlackApp) =>
      answerOf(201, slackAppView(publicUrl, app), {
        location: `/v1/brands/${app.brandId}/channels/slack/apps/${app.id}`
      })

    const appIn = Effect.fnUntraced(function* (params: { readonly brandId: string; readonly appId: string }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("app", params.appId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const found = yield* apps.list(yield* brandScope(params.brandId))
        return ok(found.map((app) => slackAppView(publicUrl, app)))
      }),

      create: Effect.fnUntraced(function* ({ params, payload: { clientId, name, ...secrets } }) {
        const command = yield* CurrentCommand
        const scope = yield* brandScope(params.brandId)
        const input = { name: name.trim(), clientId, secrets: sealed(secrets) }
        return replyOnce(created)(yield* apps.create(scope, command.causation, input, receiptOf(command, created)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* appIn(params)
        return reply(shown(yield* apps.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload: { appToken, clientId, name, ...secrets } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* appIn(params)
        const change = {
          name: name?.trim(),
          clientId,
          secrets: sealed({ ...secrets, appToken: appToken ?? undefined }),
          dropsAppToken: appToken === null
        }
        return replyOnce(shown)(yield* apps.update(scope, command.causation, id, change, receiptOf(command, shown)))
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* appIn(params)
        return replyOnce(success)(yield* apps.delete(scope, command.causation, id, receiptOf(command, success)))
      }),

      manifest: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* appIn(params)
        const { known } = yield* apps.get(scope, id)
        return ok({ manifest: oauth.manifest(id, known.includes("appToken") ? "socket" : "http") })
      })
    })
  })
)

/** Only those that were sent. */
const sealed = (sent: { readonly [K in keyof SlackAppSecrets]?: string | undefined }): SlackAppSecrets =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, secret]) => (secret === undefined ? [] : [[name, Redacted.make(secret)]]))
  )
