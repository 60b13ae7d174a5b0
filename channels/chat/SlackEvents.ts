import { Effect, Layer } from "effect"
import type { JsonObject } from "../../src/domain/Json.ts"
import type { ConnectionStore } from "../../src/tickets/connections/ConnectionStore.ts"
import type { SecretRotation } from "../../src/tickets/connections/SecretRotation.ts"
import type { InboxResult } from "../../src/tickets/intake/ChannelInbox.ts"
import { accessEnded } from "./accessEnded.ts"
import type { Occasion } from "./BoltApp.ts"
import { SlackHome } from "./desk/SlackHome.ts"
import { SlackInteractions } from "./desk/SlackInteractions.ts"
import { SlackUnfurls } from "./desk/SlackUnfurls.ts"
import { brandChoiceAction, SlackBrandChoice } from "./SlackBrandChoice.ts"
import { channelEvents, SlackChannelEvents } from "./SlackChannelEvents.ts"
import { type Run, SlackListeners } from "./SlackListeners.ts"
import { SlackMessages } from "./SlackMessages.ts"
import { SlackReactions } from "./SlackReactions.ts"
import type { SlackWorkspaces } from "./SlackWorkspaces.ts"

/** What Bolt passes a listener beside the event: the properties that the receiver set. */
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
    const stores = yield* Effect.context<ConnectionStore | SecretRotation | SlackWorkspaces>()
    const home = yield* SlackHome
    const interactions = yield* SlackInteractions
    const unfurls = yield* SlackUnfurls

    const ended = (event: Parameters<typeof accessEnded>[0]) => (occasion: Occasion) =>
      Effect.provideContext(accessEnded(event, occasion), stores)

    return SlackListeners.of({
      register: (app, run: Run) => {
        const on = <E>(
          name: string,
          handle: (occasion: Occasion, event: JsonObject) => Effect.Effect<InboxResult | undefined, E>
        ) =>
          app.event(name, async ({ client, context, event }) => {
            // The receiver set these properties, and the event is JSON that was parsed before.
            const { attempts, told, workspace } = context as unknown as Given
            const occasion = { attempts, client, workspace }
            told.result = await run(handle(occasion, event as unknown as JsonObject))
          })

        interactions.register(app, run)
        app.action(brandChoiceAction, async ({ ack, body, client, context }) => {
          const { attempts, workspace } = context as unknown as Given
          // Stored before it is acknowledged to Slack.
          await run(brands.pressed({ attempts, client, workspace }, body as unknown as JsonObject))
          await ack()
        })
        app.options(brandChoiceAction, async ({ ack, body, client, context }) => {
          const { attempts, workspace } = context as unknown as Given
          const fitting = await run(brands.suggested({ attempts, client, workspace }, body as unknown as JsonObject))
          // JSON, as Bolt's type of a response requires.
          await ack(fitting as never)
        })
        on("app_home_opened", home.opened)
        on("link_shared", unfurls.shared)
        on("message", messages.heard)
        on("app_mention", messages.mentioned)
        on("reaction_added", reactions.added)
        on("reaction_removed", reactions.removed)
        for (const name of channelEvents) on(name, channels.happened)
        for (const name of ["tokens_revoked", "app_uninstalled"] as const) on(name, ended(name))
      }
    })
  })
)
