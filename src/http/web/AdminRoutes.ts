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
 * The dashboard: its page under every address that is none of the API's, and the files that the page loads. It is
 * public: what it shows comes from the API, by the session of whoever looks.
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

/** What the access log and the metrics call the route. */
const named = (route: string) =>
  Effect.withFiber((fiber) =>
    Effect.sync(() => {
      currentRecord(fiber).route = route
    })
  )

const pathOf = (url: string) => url.split("?", 1)[0] ?? url

/** Programs that mistype a path of the API get a problem, and not a page. The page of `/` is for everybody: monitors ask for it. */
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
 * Scripts and styles come from our own files alone, and nothing is framed by anybody. Requests go to this server, and
 * those for files to where they are kept. Mail in its own design is shown in a frame that comes from this server too, with
 * a policy of its own (mailPage.ts).
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
