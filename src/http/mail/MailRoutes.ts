import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { NotFound } from "../../domain/Problems.ts"
import { Attachments } from "../../tickets/files/Attachments.ts"
import { FileLinks } from "../../tickets/files/FileLinks.ts"
import { InboundMessages } from "../../tickets/intake/InboundMessages.ts"
import { TestMode } from "../../tickets/simulation/TestMode.ts"
import { charge } from "../charge.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { RateLimits } from "../RateLimits.ts"
import { Refused } from "../Refused.ts"
import { trustedOrigins } from "../refuseOrigin.ts"
import { browserPage } from "../signin/browserPage.ts"
import { MailTokens, type PageGrant } from "./MailTokens.ts"
import { contentIdOf, mailPage, mailPolicy } from "./mailPage.ts"
import { mailPath, pictureAddress } from "./mailPaths.ts"
import { type NoPicture, Pictures } from "./Pictures.ts"
import { pictureExpiry } from "./pictureExpiry.ts"

/**
 * Emails in their original design, as documents for frames, and the remote pictures that they use, which this server
 * fetches. Both need only a signed address, which the API gives to callers who may read the email.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const attachments = yield* Attachments
    const inbound = yield* InboundMessages
    const links = yield* FileLinks
    const limits = yield* RateLimits
    const pictures = yield* Pictures
    const testMode = yield* TestMode
    const tokens = yield* MailTokens
    const policy = mailPolicy(trustedOrigins(yield* HttpSettings))

    const granted = (url: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.fromResult(tokens.read(url.split("?", 1)[0]?.split("/").at(-1) ?? "", now))
      )

    /** An email, with the names and addresses of its own pictures. */
    const shown = Effect.fnUntraced(function* (grant: PageGrant) {
      if (grant.use === "captured") {
        const { html } = yield* testMode.captured({ tenant: grant.tenant, brands: "all" }, grant.id)
        return { html, own: new Map<string, string>() }
      }
      const { fileIds, html, ticketId } = yield* inbound.get(grant, grant.id)
      const named = html === undefined || ticketId === undefined || !/\bcid:/i.test(html) ? undefined : ticketId
      if (named === undefined) return { html, own: new Map<string, string>() }
      // Serves nothing of a ticket in the trash.
      const files = yield* Effect.catchTag(attachments.list(grant, named), "NotFound", () => Effect.succeed([]))
      const own = yield* Effect.forEach(
        files.filter(({ contentId, id }) => contentId !== undefined && fileIds.includes(id)),
        ({ contentId = "", id }) =>
          Effect.map(
            links.download(grant.tenant, { id }),
            ({ url }) => [contentId.toLowerCase(), `${new URL(url).pathname}?inline=1`] as const
          )
      )
      return { html, own: new Map(own) }
    })

    const page = browserPage(
      Effect.fnUntraced(function* (request, record) {
        record.route = `${mailPath}pages/:token`
        yield* charge(record, limits.files, record.network)
        const grant = yield* granted(request.url)
        if (grant.use === "picture") return yield* Refused.of(notFor)
        const { html, own } = yield* shown(grant)
        if (html === undefined) return yield* new NotFound({ entity: "mail" })
        const withPictures = new URL(request.url, "http://mail").searchParams.get("pictures") === "1"
        const expiresAt = pictureExpiry(yield* Clock.currentTimeMillis)
        const addressOf = (address: string) => {
          const contentId = contentIdOf(address)
          if (contentId !== undefined) return own.get(contentId)
          if (!withPictures || !/^https?:/i.test(address)) return undefined
          return pictureAddress(tokens.write({ use: "picture", tenantId: grant.tenant.id, url: address, expiresAt }))
        }
        return HttpServerResponse.text(mailPage(html, addressOf), {
          contentType: "text/html; charset=utf-8",
          headers: { "content-security-policy": policy, "referrer-policy": "no-referrer" }
        })
      })
    )

    const picture = browserPage(
      Effect.fnUntraced(function* (request, record) {
        record.route = `${mailPath}pictures/:token`
        const grant = yield* granted(request.url)
        if (grant.use !== "picture") return yield* Refused.of(notFor)
        yield* charge(record, limits.pictures, grant.tenantId)
        const { bytes, contentType } = yield* Effect.mapError(pictures.get(grant), unavailable)
        return HttpServerResponse.uint8Array(bytes, { contentType, headers: pictureHeaders })
      })
    )

    yield* router.add("GET", `${mailPath}pages/:token`, page)
    yield* router.add("GET", `${mailPath}pictures/:token`, picture)
  })
)

const notFor = { code: "route_not_found", detail: "This address is for something else." } as const

const unavailable = ({ reason }: NoPicture) =>
  Refused.of({ code: "not_found", detail: `There is no picture to be had: ${reason}.` })

/** As for files: nothing runs where it is opened. The document that shows it has no origin. */
const pictureHeaders = {
  "cache-control": "private, max-age=3600, immutable",
  "content-disposition": "inline",
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer"
}
