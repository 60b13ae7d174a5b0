import type { IncomingMessage } from "node:http"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Context, Effect, Layer, type Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PortalSites } from "../../tickets/portal/PortalSites.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { nodeRequest } from "../nodeRequest.ts"
import { reportedPolicy } from "../policy/reportedPolicy.ts"
import { Refused } from "../Refused.ts"
import { currentRecord, type RequestRecord } from "../RequestRecord.ts"
import { refuseOrigin, trustedOrigins } from "../refuseOrigin.ts"
import { browserPage } from "../signin/browserPage.ts"
import { sitePage } from "../signin/sitePage.ts"
import { answerFile, assetHeaders } from "../web/WebFiles.ts"
import { apiFetch } from "./apiFetch.ts"
import { assetsPath, type PortalHost, portalProgram } from "./PortalProgram.ts"
import { maxTextBytes, readFields, readFiles } from "./portalForm.ts"

/**
 * The hosted portal: the pages that web/portal renders, and their files. The program can use only the API, with the token in
 * the visitor's cookie. Forms are accepted only from our own pages.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const settings = yield* HttpSettings
    const { attachmentMaxBytes, publicUrl } = settings
    const own = trustedOrigins({ ...settings, adminOrigins: [] })
    const sites = yield* PortalSites
    const services = yield* Effect.context<NodeServices.NodeServices>()
    const { files, program } = yield* portalProgram
    // Built on first use: by then, every route exists.
    const routes = Effect.runSync(Effect.cached(Effect.sync(() => router.asHttpEffect())))

    const asset = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      yield* Effect.withFiber((fiber) => Effect.sync(() => (currentRecord(fiber).route = `${assetsPath}*`)))
      const [path = ""] = request.url.split("?", 1)
      const file = (yield* files).get(`client/${path.slice(assetsPath.length)}`)
      return file === undefined ? HttpServerResponse.empty({ status: 404 }) : answerFile(file, request, assetHeaders)
    })

    const page = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, record: RequestRecord) {
      record.route = "/portal/*"
      const portal = yield* program
      if (portal === undefined) return notBuilt
      const { site } = record
      const source = nodeRequest(request)
      if (request.method === "POST")
        yield* Refused.when(refuseOrigin(source, site === undefined ? own : new Set([site.origin])))
      // The request as it arrived: for a portal's own host, the router knows only the brand.
      const address = new URL((site?.origin ?? publicUrl) + source.url)
      const elsewhere = site === undefined && isVisit(source) ? movedTo(address, sites) : undefined
      if (elsewhere !== undefined) return elsewhere
      const fetch = yield* apiFetch(Effect.flatten(routes), publicUrl)
      const context = Context.merge(services, yield* Effect.context<Scope.Scope>())
      const form: PortalHost["form"] = (takes) =>
        Effect.runPromiseWith(context)(
          takes === "fields"
            ? readFields(request)
            : readFiles(request, takes === "text" ? maxTextBytes : attachmentMaxBytes)
        )
      const { accept = "", "accept-language": language = "", cookie = "" } = source.headers
      const answer = yield* Effect.promise((signal) =>
        portal.handle(
          new Request(address, {
            method: request.method === "HEAD" ? "GET" : request.method,
            headers: { accept, "accept-language": language, cookie },
            signal
          }),
          { publicUrl, site, fetch, form, assets: portal.assets }
        )
      )
      const policy = answer.headers.get("content-security-policy")
      const response = HttpServerResponse.fromWeb(answer)
      return policy === null
        ? response
        : HttpServerResponse.setHeaders(response, reportedPolicy(policy, site?.origin ?? publicUrl))
    })

    const served = browserPage((request, record) =>
      Effect.catchCauseIf(page(request, record), Cause.hasDies, (cause) =>
        Effect.as(
          Effect.annotateLogs(Effect.logError("defect", cause), { requestId: record.id }),
          brokenPage(record.id)
        )
      )
    )
    yield* router.add("GET", `${assetsPath}*`, asset)
    yield* router.add("GET", "/portal/*", served)
    yield* router.add("POST", "/portal/*", served)
  })
).pipe(Layer.provide(NodeServices.layer))

/**
 * Whether somebody opens a page from elsewhere. A visitor who follows a link from another page of this server, or whose page
 * makes a request, stays on its host: they are signed in there, and browsers let a form lead nowhere else.
 */
const isVisit = ({ headers, method }: IncomingMessage) =>
  method !== "POST" &&
  (headers["sec-fetch-mode"] ?? "navigate") === "navigate" &&
  headers["sec-fetch-site"] !== "same-origin"

/** Redirects to the same page on the portal's own domain, if it has one. */
const movedTo = ({ pathname, search }: URL, sites: PortalSites["Service"]) => {
  const [, , brandId = "", ...path] = pathname.split("/")
  const site = sites.ofBrand(brandId)
  return site === undefined
    ? undefined
    : HttpServerResponse.empty({
        status: 302,
        headers: { location: `${site.origin}/${path.join("/")}${search}`, "referrer-policy": "no-referrer" }
      })
}

const notBuilt = sitePage(
  "The portal is not built",
  `<h1>The portal is not built</h1>
<p>Build it with <code>npm run build</code> and start the server again. The API works without it: <a href="/docs">/docs</a>.</p>`,
  { status: 503 }
)

const brokenPage = (requestId: string) =>
  sitePage(
    "Something went wrong",
    `<h1>Something went wrong</h1>
<p>Try again in a moment. If the problem persists, give us this reference: <code>${requestId}</code></p>`,
    { status: 500 }
  )
