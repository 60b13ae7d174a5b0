import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PortalBrands } from "../../accounts/PortalBrands.ts"
import type { Problem } from "../../api/ProblemCatalogue.ts"
import { FileLinks } from "../../tickets/files/FileLinks.ts"
import { charge } from "../charge.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { reportedPolicy } from "../policy/reportedPolicy.ts"
import { RateLimits } from "../RateLimits.ts"
import { Refused } from "../Refused.ts"
import type { RequestRecord } from "../RequestRecord.ts"
import { browserPage } from "../signin/browserPage.ts"
import { answerFile, assetHeaders, immutable, type WebFile, webFiles } from "../web/WebFiles.ts"
import { frameFiles, frameOrigins, framePage, framePolicy } from "./framePage.ts"
import { type WidgetLoader, WidgetLoaders } from "./WidgetLoaders.ts"
import { newestLoader, newestLoaderFirst } from "./widgetPaths.ts"

/**
 * The widget: the loader that other sites run, and the frame that they show, with its files. All of it is public and without
 * cookies; the API decides who sees what by the token that the frame gets.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const brands = yield* PortalBrands
    const limits = yield* RateLimits
    const { publicUrl } = yield* HttpSettings
    const { storeOrigin } = yield* FileLinks
    const loaders = yield* WidgetLoaders
    const files = yield* webFiles("widget")

    /** A file named by a path, which may not exist. */
    const file = (
      route: string,
      find: (path: string) => Effect.Effect<WebFile | undefined>,
      headers: Readonly<Record<string, string>>
    ) =>
      browserPage(
        Effect.fnUntraced(function* (request, record) {
          record.route = route
          const found = yield* find(request.url.split("?", 1)[0] ?? "")
          return found === undefined ? yield* Refused.of(noFile) : answerFile(found, request, headers)
        })
      )
    const fileOf = (loader: WidgetLoader | undefined) => loader?.file

    /** The brand with an id. Guessing unknown ids is rate limited. */
    const brandOf = Effect.fnUntraced(function* (brandId: string, record: RequestRecord) {
      const found = yield* Effect.catchTag(Effect.asSome(brands.find(brandId)), "NotFound", () => Effect.succeedNone)
      if (Option.isNone(found)) yield* charge(record, limits.anonymous, record.network)
      return Option.getOrUndefined(found)
    })

    for (const path of [newestLoader, newestLoaderFirst] as const)
      yield* router.add(
        "GET",
        path,
        file(path, () => Effect.map(loaders.newest, fileOf), loaderHeaders)
      )
    yield* router.add(
      "GET",
      "/widget/:hash/widget.js",
      file(
        "/widget/:hash/widget.js",
        (path) => Effect.map(loaders.byHash(path.split("/")[2] ?? ""), fileOf),
        immutableLoaderHeaders
      )
    )
    yield* router.add(
      "GET",
      "/widget/assets/*",
      file(
        "/widget/assets/*",
        (path) => Effect.map(files, (all) => all.get(path.slice("/widget/".length))),
        assetHeaders
      )
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
              ...reportedPolicy(framePolicy(listed, storeOrigin), publicUrl),
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
  detail: "The widget is not built. Build it with npm run build, and start the server again."
}

/** Any site may load it, and check its hash (Subresource Integrity). */
const forEveryPage = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }
/**
 * The newest loader has a permanent address: browsers keep it for an hour, then revalidate it while they use the one they
 * have.
 */
const loaderHeaders = { ...forEveryPage, "cache-control": "public, max-age=3600, stale-while-revalidate=86400" }
const immutableLoaderHeaders = { ...forEveryPage, "cache-control": immutable }
