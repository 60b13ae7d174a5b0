import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { AddressClaims } from "../tickets/customers/AddressClaims.ts"
import { claimPath } from "../tickets/customers/addressClaimMail.ts"
import { charge } from "./charge.ts"
import { escapeHtml } from "./docs/page.ts"
import { RateLimits } from "./RateLimits.ts"
import type { RequestRecord } from "./RequestRecord.ts"
import { browserPage } from "./signin/browserPage.ts"
import { sitePage } from "./signin/sitePage.ts"

/**
 * The page where the owner of an email address confirms that they are the one who gave it in a text message. Opening it
 * changes nothing.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const claims = yield* AddressClaims
    const limits = yield* RateLimits
    const path = `${claimPath}:token` as const

    const tokenOf = Effect.fnUntraced(function* (record: RequestRecord) {
      // Keeps the token out of logs and metrics: whoever has it can use it.
      record.route = path
      yield* charge(record, limits.anonymous, record.network)
      const { token = "" } = yield* HttpRouter.params
      return token
    })

    yield* router.add(
      "GET",
      path,
      browserPage((_, record) =>
        Effect.map(Effect.flatMap(tokenOf(record), claims.find), ({ email }) => questionPage(email))
      )
    )

    yield* router.add(
      "POST",
      path,
      browserPage((_, record) =>
        Effect.as(
          Effect.flatMap(tokenOf(record), (token) => claims.confirm(token, record.cause)),
          donePage
        )
      )
    )
  })
)

const questionPage = (email: string) =>
  sitePage(
    "Is this your email address?",
    `<h1>Is this your email address?</h1>
<p class="soft">If you gave ${escapeHtml(email)} by text message, confirm it to have your requests by text message and by email in one place.</p>
<form method="post"><button autofocus>Yes, it is mine</button></form>`
  )

const donePage = sitePage(
  "Your address is confirmed",
  `<h1>Your address is confirmed</h1>
<p class="soft">Your requests are now in one place.</p>`
)
