import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { FileLinks } from "../../tickets/files/FileLinks.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { reportedPolicy } from "../policy/reportedPolicy.ts"
import { currentRecord } from "../RequestRecord.ts"
import { sitePage } from "../signin/sitePage.ts"
import { answerFile, assetHeaders, revalidated, webFiles } from "./WebFiles.ts"
import { assets, everyPage } from "./webPaths.ts"

/**
 * The dashboard: its page at every address outside the API, and the files that the page loads. All of it is public: what it
 * shows comes from the API, with the viewer's session.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { publicUrl } = yield* HttpSettings
    const { storeOrigin } = yield* FileLinks
    const files = yield* webFiles("admin")
    const pageHeaders = {
      "cache-control": revalidated,
      ...reportedPolicy(contentSecurityPolicy(storeOrigin), publicUrl),
      "referrer-policy": "no-referrer"
    }

    const asset = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      yield* named(assets)
      const file = (yield* files).get(pathOf(request.url).slice(1))
      if (file === undefined) return yield* notFound(request)
      return answerFile(file, request, assetHeaders)
    })

    const page = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!wantsPage(request)) return yield* notFound(request)
      yield* named("dashboard")
      const index = (yield* files).get("index.html")
      return index === undefined ? notBuilt() : answerFile(index, request, pageHeaders)
    })

    yield* router.add("GET", assets, asset)
    yield* router.add("GET", "/", page)
    yield* router.add("GET", everyPage, page)
  })
)

/** Sets the route's name in the access log and the metrics. */
const named = (route: string) =>
  Effect.withFiber((fiber) =>
    Effect.sync(() => {
      currentRecord(fiber).route = route
    })
  )

const pathOf = (url: string) => url.split("?", 1)[0] ?? url

/**
 * Programs that mistype a path of the API get a problem instead of a page. The page at `/` is for everybody: monitors
 * request it.
 */
const wantsPage = ({ headers, url }: HttpServerRequest.HttpServerRequest) =>
  pathOf(url) === "/" || (!/^\/v1(?:\/|$)/.test(pathOf(url)) && headers["accept"]?.includes("text/html") === true)

const notFound = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.fail(new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) }))

const notBuilt = (): HttpServerResponse.HttpServerResponse =>
  sitePage(
    "The dashboard is not built",
    `<h1>The dashboard is not built</h1>
<p>Build it with <code>npm run build</code> and start the server again. The API works without it: <a href="/docs">/docs</a>.</p>`,
    { status: 503 }
  )

/**
 * Scripts and styles come only from our own files, and nobody may frame the page. Requests go to this server, and for files
 * to their store. Emails in their original design are shown in a frame, also from this server, with a policy of its own
 * (mailPage.ts).
 */
const contentSecurityPolicy = (storeOrigin: string | undefined) => {
  const elsewhere = storeOrigin === undefined ? "" : ` ${storeOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")
}
