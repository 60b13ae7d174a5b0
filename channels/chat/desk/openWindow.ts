import type { WebClient } from "@slack/web-api"
import { Duration, Effect, Fiber, FiberSet, Option, Schedule } from "effect"
import { loading, notice, type Window } from "../blocks/windows.ts"
import { callSlack, SlackFailure } from "../SlackFailure.ts"
import { type Refusal, refusalWords } from "./refusalWords.ts"

/** How long the content may take before the modal is opened without it. */
const makingLimit = Duration.millis(800)
/** How long Slack may take to open the modal: the trigger is valid for three seconds. */
const openingLimit = Duration.millis(1_400)

/**
 * Opens a modal before its trigger expires: with its content if that is ready in time, otherwise with a placeholder that is
 * replaced later. Fails if Slack did not open it. A trigger that was already used has opened it before.
 */
export const openWindow = Effect.fn("openWindow")(function* (
  work: FiberSet.FiberSet<unknown, unknown>,
  client: WebClient,
  triggerId: string,
  title: string,
  made: Effect.Effect<Window, Refusal>
) {
  const making = yield* FiberSet.run(
    work,
    made.pipe(
      Effect.catch((refusal) => Effect.succeed(notice(title, refusalWords(refusal)))),
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logError("A window could not be built", cause),
          notice(title, refusalWords({ _tag: "Defect" }))
        )
      )
    )
  )
  const ready = yield* Effect.timeoutOption(Fiber.join(making), makingLimit)
  const opened = yield* callSlack("views.open", () =>
    client.views.open({ trigger_id: triggerId, view: Option.getOrElse(ready, () => loading(title)) })
  ).pipe(
    Effect.timeoutOrElse({
      duration: openingLimit,
      orElse: () => Effect.fail(new SlackFailure({ method: "views.open", kind: "unknown", code: "no_answer" }))
    }),
    Effect.catchIf(
      ({ code }) => code === "exchanged_trigger_id",
      () => Effect.succeed({ view: undefined })
    )
  )
  const id = opened.view?.id
  if (Option.isSome(ready) || id === undefined) return
  yield* FiberSet.run(
    work,
    Fiber.join(making).pipe(
      Effect.flatMap((view) =>
        Effect.retry(
          callSlack("views.update", () => client.views.update({ view_id: id, view })),
          {
            schedule: Schedule.spaced("1 second"),
            times: 2,
            while: ({ kind }: SlackFailure) => kind !== "refused"
          }
        )
      ),
      // Whoever has closed it no longer needs it.
      Effect.catchTag("SlackFailure", ({ message }) => Effect.logInfo("A window was not updated", message))
    )
  )
})
