import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCommand } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import type { SlackConnection } from "../domain/ChannelConnection.ts"
import { InvalidInput } from "../domain/Problems.ts"
import { type InstallBegun, SlackInstallations } from "../tickets/SlackInstallations.ts"
import { HttpSettings } from "./HttpSettings.ts"
import { trustedOrigins } from "./refuseOrigin.ts"
import { answerOf, ok, receiptOf, reply, replyOnce, success } from "./replies.ts"
import { brandScope, pathId } from "./scopes.ts"
import { signedIn } from "./teamCommand.ts"
import { iso } from "./views/moments.ts"
import { slackInstallationView } from "./views/slackView.ts"

const shown = (installation: SlackConnection) => answerOf(200, slackInstallationView(installation))
const begun = ({ expiresAt, url }: InstallBegun) => answerOf(200, { url, expiresAt: iso(expiresAt) })

/** Answers the `slack` group. */
export const SlackHandlers = HttpApiBuilder.group(
  Api,
  "slack",
  Effect.fnUntraced(function* (handlers) {
    const installations = yield* SlackInstallations
    const trusted = trustedOrigins(yield* HttpSettings)

    const installationIn = Effect.fnUntraced(function* (params: {
      readonly brandId: string
      readonly installationId: string
    }) {
      return { scope: yield* brandScope(params.brandId), id: yield* pathId("installation", params.installationId) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return ok((yield* installations.list(yield* brandScope(params.brandId))).map(slackInstallationView))
      }),

      installUrl: Effect.fnUntraced(function* ({ params, payload: { redirectUrl } }) {
        const command = yield* CurrentCommand
        const { session } = yield* signedIn
        const scope = yield* brandScope(params.brandId)
        if (redirectUrl !== undefined && !trusted.has(new URL(redirectUrl).origin))
          return yield* InvalidInput.of(
            "redirectUrl",
            "not_allowed",
            "must be a page of this server or of ADMIN_ORIGINS"
          )
        return replyOnce(begun)(yield* installations.begin(scope, session.id, redirectUrl, receiptOf(command, begun)))
      }),

      get: Effect.fnUntraced(function* ({ params }) {
        const { id, scope } = yield* installationIn(params)
        return reply(shown(yield* installations.get(scope, id)))
      }),

      update: Effect.fnUntraced(function* ({ params, payload }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* installationIn(params)
        return replyOnce(shown)(
          yield* installations.update(scope, command.causation, id, payload, receiptOf(command, shown))
        )
      }),

      delete: Effect.fnUntraced(function* ({ params }) {
        const command = yield* CurrentCommand
        const { id, scope } = yield* installationIn(params)
        return replyOnce(success)(
          yield* installations.delete(scope, command.causation, id, receiptOf(command, success))
        )
      })
    })
  })
)
