import { Effect } from "effect"
import { Brands } from "../accounts/Brands.ts"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { SlackChannel } from "../api/SlackPayloads.ts"
import type { SlackConnection } from "../domain/ChannelConnection.ts"
import type { BrandId } from "../domain/Ids.ts"
import { iso } from "../domain/iso.ts"
import { InvalidInput } from "../domain/Problems.ts"
import { type InstallBegun, SlackInstallations } from "../tickets/connections/SlackInstallations.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { handlersOf } from "./handlersOf.ts"
import { trustedOrigins } from "./refuseOrigin.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { signedIn } from "./teamCommand.ts"
import { slackInstallationView } from "./views/slackView.ts"

const shown = (installation: SlackConnection) => answerOf(200, slackInstallationView(installation))
const tested = (messageId: string) => answerOf(200, { success: true, messageId })
const begun = ({ expiresAt, url }: InstallBegun) => answerOf(200, { url, expiresAt: iso(expiresAt) })

/** Implements the `slack` group. */
export const SlackHandlers = handlersOf(
  Api,
  "slack",
  Effect.fnUntraced(function* (handlers) {
    const installations = yield* SlackInstallations
    const brands = yield* Brands
    const trusted = trustedOrigins(yield* HttpSettings)

    const installationIn = Effect.fnUntraced(function* (params: {
      readonly brandId: string
      readonly installationId: string
    }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("installation", params.installationId) }
    })

    /** A channel as it is stored: without `brandId` if it is this brand's own; another brand must be visible to the caller. */
    const channelIn = (own: BrandId) =>
      Effect.fnUntraced(function* ({ brandId, ...channel }: SlackChannel, index: number) {
        if (brandId === undefined || brandId === own) return channel
        const named = yield* brandScope(brandId).pipe(
          Effect.tap((scope) => brands.get(scope)),
          Effect.catchTag("NotFound", () =>
            InvalidInput.of(`channels[${index}].brandId`, "unknown_id", "is not a known brand")
          )
        )
        return { ...channel, brandId: named.brandId }
      })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* installations.list(yield* brandScope(params.brandId))).map(slackInstallationView))
      }),

      installUrl: Effect.fnUntraced(function* ({ params, payload: { appId, redirectUrl } }) {
        const command = yield* CurrentCommand
        const { session } = yield* signedIn
        const scope = yield* brandScope(params.brandId)
        if (redirectUrl !== undefined && !trusted.has(new URL(redirectUrl).origin))
          return yield* InvalidInput.of(
            "redirectUrl",
            "not_allowed",
            "must be a page of this server or of ADMIN_ORIGINS"
          )
        const app = appId === undefined ? undefined : yield* pathId("app", appId)
        const wish = { redirectUrl, app }
        return replyOnce(begun)(yield* installations.begin(scope, session.id, wish, receiptOf(command, begun)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* installationIn(params)
        return reply(shown(yield* installations.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* installationIn(params)
        const { channels, ...rest } = payload
        const change =
          channels === undefined
            ? rest
            : { ...rest, channels: yield* Effect.forEach(channels, channelIn(scope.brandId)) }
        return replyOnce(shown)(
          yield* installations.update(scope, command.causation, id, change, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* installationIn(params)
        return replyOnce(success)(
          yield* installations.delete(scope, command.causation, id, receiptOf(command, success))
        )
      }),

      test: Effect.fnUntraced(function* ({ params, payload: { channelId } }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* installationIn(params)
        return replyOnce(tested)(yield* installations.test(scope, id, channelId, receiptOf(command, tested)))
      })
    })
  })
)
