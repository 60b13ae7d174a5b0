import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { recordStatuses } from "../domain/EmailDomain.ts"
import { portalPurposes } from "../domain/PortalDomain.ts"
import { IdempotencyInProgress, IdempotencyKeyReused, InvalidInput, NotFound } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { Domain } from "./Fields.ts"
import { permissions } from "./permissions.ts"
import { brandPath, growing, Moment, Success, some } from "./Shapes.ts"

export const PortalDomainSet = Schema.Struct({
  domain: Domain.annotate({ description: "A host name of yours, such as help.example.com." })
}).annotate({ identifier: "PortalDomainSet" })

const PortalDomainRecord = Schema.Struct({
  type: growing(["CNAME", "TXT"]),
  name: Schema.String.annotate({ description: "Fully qualified." }),
  value: Schema.String,
  purpose: growing(portalPurposes).annotate({
    description:
      "`address` leads browsers here; any A, AAAA or CNAME record will do that leads to where this server is reached. `ownership` shows that the name is yours."
  }),
  status: growing(recordStatuses).annotate({
    description: "`pending`: nothing is there yet. `failed`: something else is there, or it is gone."
  }),
  found: some(Schema.String).annotate({ description: "What the last check found." })
}).annotate({ identifier: "PortalDomainRecord", description: "A DNS record that the domain needs." })

export const PortalDomain = Schema.Struct({
  domain: Schema.NullOr(Schema.String).annotate({ description: "`null`: the portal has no domain of its own." }),
  verified: Schema.Boolean.annotate({ description: "The portal is there, and links in mail lead there." }),
  url: Schema.String.annotate({ description: "Where the brand's portal is now." }),
  error: some(Schema.String).annotate({ description: "What is missing, or that DNS gave no answer." }),
  records: Schema.Array(PortalDomainRecord),
  checkedAt: Schema.NullOr(Moment).annotate({ description: "When DNS was last asked." }),
  verifiedAt: Schema.NullOr(Moment),
  failingSince: Schema.NullOr(Moment).annotate({
    description: "Since when a domain that was verified lacks what it needs: it stays so for three days."
  })
}).annotate({ identifier: "PortalDomain", description: "The domain of its own that a brand's portal has." })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress]

export class PortalDomainsApi extends HttpApiGroup.make("portalDomains")
  .add(
    HttpApiEndpoint.get("get", "/", { params: brandPath, success: PortalDomain, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the portal's domain",
        description: "Also of a brand that has none: `url` is where its portal is."
      })
    ),
    HttpApiEndpoint.put("set", "/", {
      params: brandPath,
      payload: PortalDomainSet,
      success: PortalDomain,
      error: [...write, InvalidInput]
    })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Set the portal's domain",
          description:
            "In the place of the one before, whose pages are gone at once. Answers with the DNS records that it needs; it is served once they are there, for the first brand of the installation that has shown that the name is its own."
        })
      ),
    HttpApiEndpoint.delete("delete", "/", { params: brandPath, success: Success, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove the portal's domain",
          description: "The portal is at this server's own address again, and links in mail lead there."
        })
      ),
    HttpApiEndpoint.post("verify", "/verify", { params: brandPath, success: PortalDomain, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Check the portal's domain",
          description:
            "Asks DNS now, for ten seconds at most; all domains are checked daily, and new ones each hour. A verified domain that lacks what it needs stays verified for three days, unless another brand shows that it is theirs."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/portal/domain")
  .annotateMerge(
    OpenApi.annotations({ title: "portalDomains", description: "A domain of its own for the portal of a brand." })
  ) {}
