import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { InvalidToken } from "../domain/Problems.ts"
import { unwatchPath } from "../tickets/outbound/MailComposer.ts"
import { MailMarks } from "../tickets/outbound/MailMarks.ts"
import { Watchers } from "../tickets/Watchers.ts"
import { charge } from "./charge.ts"
import { RateLimits } from "./RateLimits.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { browserPage } from "./signin/browserPage.ts"
import { sitePage } from "./signin/sitePage.ts"

/**
 * The page where a watcher unsubscribes from a ticket by the link in a notification, signed in or not. Opening it changes
 * nothing; its form does, and so does the one-click POST that mail programs send (RFC 8058).
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const marks = yield* MailMarks
    const limits = yield* RateLimits
    const watchers = yield* Watchers
    const path = `${unwatchPath}:mark` as const

    const watching = Effect.fnUntraced(function* (record: RequestRecord) {
      // Keeps the token out of logs and metrics: it contains an address, and whoever has it can use it.
      record.route = path
      yield* charge(record, limits.anonymous, record.network)
      const { mark = "" } = yield* HttpRouter.params
      return yield* Effect.fromOption(marks.unwatchIn(mark)).pipe(Effect.mapError(() => new InvalidToken()))
    })

    yield* router.add(
      "GET",
      path,
      browserPage((_, record) => Effect.as(watching(record), questionPage))
    )

    yield* router.add(
      "POST",
      path,
      browserPage((_, record) =>
        watching(record).pipe(
          Effect.flatMap((one) => watchers.unwatch(one, record.cause)),
          Effect.as(donePage)
        )
      )
    )
  })
)

const questionPage = sitePage(
  "Stop watching this ticket?",
  `<h1>Stop watching this ticket?</h1>
<p class="soft">You will no longer receive email about it.</p>
<form method="post"><button autofocus>Stop watching</button></form>`
)

const donePage = sitePage(
  "You stopped watching this ticket",
  `<h1>You stopped watching this ticket</h1>
<p class="soft">You will no longer receive email about it.</p>`
)
