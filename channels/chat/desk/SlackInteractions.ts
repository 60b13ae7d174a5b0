import type { AllMiddlewareArgs, App } from "@slack/bolt"
import { Context, Effect, Layer } from "effect"
import type { DatabaseUnavailable } from "../../../src/domain/DatabaseUnavailable.ts"
import type { JsonObject } from "../../../src/domain/Json.ts"
import type { Occasion } from "../BoltApp.ts"
import { replyFormId } from "../blocks/replyForm.ts"
import { brandField, ticketFormId } from "../blocks/ticketForm.ts"
import type { Run } from "../SlackListeners.ts"
import { SlackButtons } from "./SlackButtons.ts"
import { SlackCommands } from "./SlackCommands.ts"
import { SlackForms } from "./SlackForms.ts"
import { SlackShortcuts } from "./SlackShortcuts.ts"

/** Registers which service handles which command, shortcut, form and button (manifest.yaml names them, too). */
export class SlackInteractions extends Context.Service<
  SlackInteractions,
  { readonly register: (app: App, run: Run) => void }
>()("trunkline/chat/SlackInteractions") {
  static readonly layer = Layer.effect(
    SlackInteractions,
    Effect.gen(function* () {
      const buttons = yield* SlackButtons
      const commands = yield* SlackCommands
      const forms = yield* SlackForms
      const shortcuts = yield* SlackShortcuts

      return SlackInteractions.of({
        register: (app, run) => {
          const answered =
            (handle: (occasion: Occasion, body: JsonObject) => Effect.Effect<unknown, DatabaseUnavailable>) =>
            async (asked: Asked) => {
              // Request bodies and responses are JSON; Bolt has a separate type for each kind of either.
              const answer = await run(handle(occasionOf(asked), asked.body as JsonObject))
              await asked.ack(answer as never)
            }

          app.command("/ticket", answered(commands.typed))
          app.shortcut("create_ticket", answered(shortcuts.ofMessage))
          app.shortcut("new_ticket", answered(shortcuts.blank))
          app.view(ticketFormId, answered(forms.opened))
          app.view(replyFormId, answered(forms.replied))
          app.action(/^(?:ticket|home)_/, answered(buttons.pressed))
          app.options({ block_id: brandField, action_id: "value" }, answered(forms.brands))
          // The browser opens the link itself.
          app.action("open_link", async ({ ack }) => ack())
        }
      })
    })
  )
}

/** What Bolt passes for every kind of interaction; `ack` takes the response of that kind. */
interface Asked extends Pick<AllMiddlewareArgs, "client" | "context"> {
  readonly ack: (answer?: never) => Promise<void>
  readonly body: object
}

/** The receiver set the workspace. */
const occasionOf = ({ client, context }: Asked): Occasion => {
  const { attempts, workspace } = context as unknown as Omit<Occasion, "client">
  return { attempts, client, workspace }
}
