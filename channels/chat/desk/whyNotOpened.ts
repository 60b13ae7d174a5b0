import { Effect } from "effect"
import { ConnectionStore } from "../../../src/tickets/connections/ConnectionStore.ts"
import { endsAccess, type SlackFailure } from "../SlackFailure.ts"
import type { Workspace } from "../SlackWorkspaces.ts"
import { refusalWords } from "./refusalWords.ts"

/** Says in a sentence why Slack did not open a form. A rejected token is also recorded at the connection. */
export const whyNotOpened = ConnectionStore.useSync(({ note }) =>
  Effect.fn("whyNotOpened")(function* ({ connection }: Workspace, failure: SlackFailure) {
    const { code, kind, message } = failure
    yield* Effect.logWarning("A form could not be opened", message)
    if (kind === "unknown" || code === "expired_trigger_id")
      return "Slack was too slow to open the form. Please try again."
    if (!endsAccess(failure)) return refusalWords(failure)
    const outage = { status: "needs_reauth", asOf: connection.updatedAt } as const
    yield* note(connection.id, { kind: "error", error: message, outage }).pipe(
      Effect.catchTag("DatabaseUnavailable", (away) =>
        Effect.logWarning("A rejected token could not be recorded", away)
      )
    )
    return "This app no longer has access to Slack. Ask the support team to reconnect the workspace."
  })
)
