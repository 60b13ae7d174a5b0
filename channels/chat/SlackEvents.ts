import { Effect, Layer } from "effect"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { InboxResult } from "../../src/tickets/ChannelInbox.ts"
import { ConnectionStore } from "../../src/tickets/ConnectionStore.ts"
import type { Occasion } from "./BoltApp.ts"
import { SlackHome } from "./desk/SlackHome.ts"
import { SlackInteractions } from "./desk/SlackInteractions.ts"
import { SlackUnfurls } from "./desk/SlackUnfurls.ts"
import { brandChoiceAction, SlackBrandChoice } from "./SlackBrandChoice.ts"
import { channelEvents, SlackChannelEvents } from "./SlackChannelEvents.ts"
import { type Run, SlackListeners } from "./SlackListeners.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { SlackReactions } from "./SlackReactions.ts"

/** What Bolt hands a listener beside the event: what the receiver gave it. */
interface Given extends Omit<Occasion, "client"> {
  readonly told: { result?: InboxResult | undefined }
}

export const layer = Layer.effect(
  SlackListeners,
  Effect.gen(function* () {
    const brands = yield* SlackBrandChoice
    const channels = yield* SlackChannelEvents
    const messages = yield* SlackMessages
    const reactions = yield* SlackReactions
    const connections = yield* ConnectionStore
    const home = yield* SlackHome
    const interactions = yield* SlackInteractions
    const unfurls = yield* SlackUnfurls

    return SlackListeners.of({
      register: (app, run: Run) => {
        const on = <E>(
          name: string,
          handle: (occasion: Occasion, event: JsonObject) => Effect.Effect<InboxResult | undefined, E>
        ) =>
          app.event(name, async ({ client, context, event }) => {
            // The receiver put it there, and the event is JSON that was read before.
            const { attempts, told, workspace } = context as unknown as Given
            const occasion = { attempts, client, workspace }
            told.result = await run(handle(occasion, event as unknown as JsonObject))
          })

        interactions.register(app, run)
        app.action(brandChoiceAction, async ({ ack, body, client, context }) => {
          const { attempts, workspace } = context as unknown as Given
          // It is kept before Slack hears that we have it.
          await run(brands.pressed({ attempts, client, workspace }, body as unknown as JsonObject))
          await ack()
        })
        on("app_home_opened", home.opened)
        on("link_shared", unfurls.shared)
        on("message", messages.heard)
        on("app_mention", messages.mentioned)
        on("reaction_added", reactions.added)
        on("reaction_removed", reactions.removed)
        for (const name of channelEvents) on(name, channels.happened)
        on("tokens_revoked", ({ workspace }) =>
          Effect.as(connections.note(workspace.connection.id, revoked), undefined)
        )
        on("app_uninstalled", ({ workspace }) =>
          Effect.as(connections.note(workspace.connection.id, uninstalled), undefined)
        )
      }
    })
  })
)

const revoked = {
  kind: "error",
  status: "needs_reauth",
  error: "Slack has withdrawn the app's access: connect the workspace again"
} as const

const uninstalled = { kind: "error", status: "uninstalled", error: "The app was removed from the workspace" } as const
