import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PortalBrands } from "../../accounts/PortalBrands.ts"
import type { Problem } from "../../api/ProblemCatalogue.ts"
import { FileLinks } from "../../tickets/FileLinks.ts"
import { charge } from "../charge.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { RateLimits } from "../RateLimits.ts"
import { Refused } from "../Refused.ts"
import type { RequestRecord } from "../RequestRecord.ts"
import { browserPage } from "../signin/browserPage.ts"
import { answerFile, immutable, webFiles } from "../web/WebFiles.ts"
import { frameFiles, frameOrigins, framePage, framePolicy } from "./framePage.ts"

/**
 * The widget: the loader that pages of others run, and the frame that they show, with its files. All of it is public and
 * without cookies; who sees what, the API decides by the token that the frame gets.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const brands = yield* PortalBrands
    const limits = yield* RateLimits
    const { publicUrl } = yield* HttpSettings
    const { storeOrigin } = yield* FileLinks
    const files = yield* webFiles("widget")

    const file = (path: (url: string) => string, route: string, headers: Readonly<Record<string, string>>) =>
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          record.route = route
          const found = (yield* files).get(path(request.url.split("?", 1)[0] ?? ""))
          return found === undefined ? yield* Refused.of(noFile) : answerFile(found, request, headers)
        })
      )

    /** The brand of an id. Whoever tries many that there are not is held up. */
    const brandOf = Effect.fnUntraced(function* (brandId: string, record: RequestRecord) {
      const found = yield* Effect.catchTag(Effect.asSome(brands.find(brandId)), "NotFound", () => Effect.succeedNone)
      if (Option.isNone(found)) yield* charge(record, limits.anonymous, record.network)
      return Option.getOrUndefined(found)
    })

    yield* router.add(
      "GET",
      "/widget.js",
      file(() => "widget.js", "/widget.js", loaderHeaders)
    )
    yield* router.add(
      "GET",
      "/widget/assets/*",
      file((path) => path.slice("/widget/".length), "/widget/assets/*", assetHeaders)
    )
    yield* router.add(
      "GET",
      "/widget/frame",
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          const manifest = (yield* files).get("manifest.json")
          if (manifest === undefined) return yield* Refused.of(notBuilt)
          const brandId = new URL(request.url, publicUrl).searchParams.get("brand") ?? ""
          const brand = yield* brandOf(brandId, record)
          const listed = frameOrigins(brand?.portalOrigins ?? [])
          const own = new URL(publicUrl).origin
          const shown = framePage(frameFiles(manifest.identity), listed.length === 0 ? undefined : brand, {
            brandId,
            origins: [own, ...listed]
          })
          return HttpServerResponse.text(shown, {
            contentType: "text/html; charset=utf-8",
            headers: {
              "content-security-policy": framePolicy(listed, storeOrigin),
              "referrer-policy": "no-referrer"
            }
          })
        })
      )
    )
  })
)

const noFile: Problem = { code: "route_not_found", detail: "There is no such file." }
const notBuilt: Problem = {
  code: "unavailable",
  detail: "The widget is not built. Build it with npm run build-web, and start the server again."
}

/**
 * Pages of others load it by an address that stays the same: browsers keep it for an hour, then ask whether it has
 * changed, and use what they have while they ask. Any page may check its hash (Subresource Integrity).
 */
const loaderHeaders = {
  "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin"
}
const assetHeaders = { "cache-control": immutable, "cross-origin-resource-policy": "same-origin" }
