import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { AccountDeletions, restorePath } from "../../accounts/AccountDeletions.ts"
import { isToken } from "../../accounts/Token.ts"
import { InvalidToken } from "../../domain/Problems.ts"
import { charge } from "../charge.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { RateLimits } from "../RateLimits.ts"
import { trustedOrigins } from "../refuseOrigin.ts"
import { browserPage } from "./browserPage.ts"
import { restoredPage, restorePage } from "./restorePages.ts"
import { sentForm } from "./sentForm.ts"

/** The page that the link in the email about a deleted organization opens. Opening it changes nothing. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const deletions = yield* AccountDeletions
    const limits = yield* RateLimits
    const settings = yield* HttpSettings
    const own = trustedOrigins({ ...settings, adminOrigins: [] })

    yield* router.add(
      "GET",
      restorePath,
      browserPage(
        Effect.fnUntraced(function* (request) {
          const token = new URL(request.url, settings.publicUrl).searchParams.get("token") ?? ""
          return isToken("ml", token) ? restorePage(token) : yield* new InvalidToken()
        })
      )
    )

    yield* router.add(
      "POST",
      restorePath,
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          yield* charge(record, limits.anonymous, record.network)
          yield* charge(record, limits.verify, record.network)
          const token = (yield* sentForm(request, own)).get("token") ?? ""
          return restoredPage(yield* deletions.restore(token, record.cause))
        })
      )
    )
  })
)
