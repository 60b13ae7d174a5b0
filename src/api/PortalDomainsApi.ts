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
  domain: Domain.annotate({ description: "A host name that you own, such as help.example.com." })
}).annotate({ identifier: "PortalDomainSet" })

const PortalDomainRecord = Schema.Struct({
  type: growing(["CNAME", "TXT"]),
  name: Schema.String.annotate({ description: "Fully qualified domain name." }),
  value: Schema.String,
  purpose: growing(portalPurposes).annotate({
    description:
      "`address` points browsers to this server; any A, AAAA or CNAME record that leads to the server works. `ownership` proves that you own the name."
  }),
  status: growing(recordStatuses).annotate({
    description: "`pending`: there is no such record yet. `failed`: the record has another value or has disappeared."
  }),
  found: some(Schema.String).annotate({ description: "What the last check found." })
}).annotate({ identifier: "PortalDomainRecord", description: "A DNS record for the domain." })

export const PortalDomain = Schema.Struct({
  domain: Schema.NullOr(Schema.String).annotate({ description: "`null`: the portal has no custom domain." }),
  verified: Schema.Boolean.annotate({
    description: "Whether the portal is served on this domain and links in emails point to it."
  }),
  url: Schema.String.annotate({ description: "The current URL of the brand's portal." }),
  error: some(Schema.String).annotate({ description: "What is missing, or that DNS did not respond." }),
  records: Schema.Array(PortalDomainRecord),
  checkedAt: Schema.NullOr(Moment).annotate({ description: "When DNS was last queried." }),
  verifiedAt: Schema.NullOr(Moment),
  failingSince: Schema.NullOr(Moment).annotate({
    description: "Since when a verified domain has lacked a required record. It stays verified for three days."
  })
}).annotate({ identifier: "PortalDomain", description: "The custom domain of a brand's portal." })

const read = [NotFound, DatabaseUnavailable]
const write = [...read, IdempotencyKeyReused, IdempotencyInProgress]

export class PortalDomainsApi extends HttpApiGroup.make("portalDomains")
  .add(
    HttpApiEndpoint.get("get", "/", { params: brandPath, success: PortalDomain, error: read }).annotateMerge(
      OpenApi.annotations({
        summary: "Get the portal's domain",
        description: "Also works if the portal has no custom domain: `url` says where it is."
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
            "Replaces the current domain, whose pages stop working immediately. Returns the DNS records to create. The domain is served once they exist, for the first brand of the installation that proves that it owns the name."
        })
      ),
    HttpApiEndpoint.delete("delete", "/", { params: brandPath, success: Success, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove the portal's domain",
          description: "The portal returns to this server's own address, and links in emails point there."
        })
      ),
    HttpApiEndpoint.post("verify", "/verify", { params: brandPath, success: PortalDomain, error: write })
      .annotate(CallersAllowed, permissions.configure)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Check the portal's domain",
          description:
            "Queries DNS now, for at most ten seconds. All domains are also checked daily, and new ones hourly. A verified domain that loses a required record stays verified for three days, unless another brand proves that it owns the name."
        })
      )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.read)
  .prefix("/v1/brands/:brandId/portal/domain")
  .annotateMerge(
    OpenApi.annotations({ title: "portalDomains", description: "The custom domain of a brand's portal." })
  ) {}
