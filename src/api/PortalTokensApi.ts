import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { IdempotencyInProgress, IdempotencyKeyReused, InvalidInput, NotFound, RateLimited } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { ExpiresIn } from "./expiresIn.ts"
import { CustomerEmail, clearable, oneLine, optional, ReachableEmail, Url } from "./Fields.ts"
import { needsOneOf } from "./needsOneOf.ts"
import { requiredEmail } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { brandPath, idLike, Moment, Success, some } from "./Shapes.ts"

export const PortalTokenCreate = Schema.Struct({
  customerEmail: optional(ReachableEmail).annotate({
    description: "The one customer whom the token is for; required."
  }),
  email: optional(ReachableEmail).annotate({ description: "Same as `customerEmail`, which wins." }),
  customerName: clearable(oneLine(200)).annotate({
    description: "Name of a customer who is new, or has none; one that they have stays."
  }),
  name: clearable(oneLine(200)).annotate({ description: "Same as `customerName`, which wins." }),
  expiresIn: optional(ExpiresIn),
  companyName: clearable(oneLine(200)).annotate({
    description: "Company of a customer who is new, found by its name whatever its case; made if there is none."
  })
})
  .pipe(needsOneOf("is required: the customer whom the token is for", "customerEmail", "email"))
  .annotate({ identifier: "PortalTokenCreate" })

export const PortalToken = Schema.Struct({
  accessToken: Schema.String.annotate({
    description: "`pt_…`, shown this once. Send it as `Authorization: Bearer pt_…`."
  }),
  token: Schema.String.annotate({ description: "Same as `accessToken`." }),
  tokenType: Schema.Literal("Bearer"),
  expiresAt: Moment,
  expiresIn: Schema.Int.annotate({ description: "Seconds." }),
  customerId: idLike("cus"),
  email: Schema.String,
  customerEmail: Schema.String.annotate({ description: "Same as `email`." }),
  name: some(Schema.String),
  brandId: idLike("br")
}).annotate({ identifier: "PortalToken", description: "Speaks for one customer of one brand, in the portal alone." })

export const ListedPortalToken = Schema.Struct({
  preview: Schema.String.annotate({ description: "`pt_…` and the token's last four characters." }),
  customerId: idLike("cus"),
  createdAt: Moment,
  expiresAt: Moment
}).annotate({ identifier: "ListedPortalToken", description: "A portal token without its secret." })

/** Where a magic link leads. */
export const portalUrl = optional(Url).annotate({
  description:
    "Page that the link opens; `token=ml_…` is added to its query, which it exchanges at /v1/portal/verify. This server's own portal when left out."
})

export const PortalMagicLink = Schema.Struct({ email: ReachableEmail, portalUrl }).annotate({
  identifier: "PortalMagicLink"
})
export const PortalRevocation = Schema.Struct({ customerEmail: CustomerEmail }).annotate({
  identifier: "PortalRevocation"
})

const write = [NotFound, InvalidInput, IdempotencyKeyReused, IdempotencyInProgress, DatabaseUnavailable]

export class PortalTokensApi extends HttpApiGroup.make("portalTokens")
  .add(
    HttpApiEndpoint.post("issue", "/token", {
      params: brandPath,
      payload: PortalTokenCreate,
      success: PortalToken.pipe(HttpApiSchema.status(201)),
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Issue a portal token",
        description:
          "For your server: asks for a token of one customer, and passes it to that customer's page. A customer who is new is created. It is good for an hour unless `expiresIn` says otherwise."
      })
    ),
    HttpApiEndpoint.post("magicLink", "/magic-link", {
      params: brandPath,
      payload: PortalMagicLink,
      success: Success,
      error: [...write, RateLimited]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Mail a portal's magic link",
        description:
          "The link signs the customer in once, within 15 minutes, and takes the place of an older one. `portalUrl` begins with https, on one of the brand's `portalOrigins` if there are any. 5 links an hour for each address."
      })
    ),
    HttpApiEndpoint.get("list", "/tokens", {
      params: brandPath,
      query: { customerEmail: requiredEmail("The customer's address, in any case.") },
      success: Schema.Array(ListedPortalToken),
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a customer's portal tokens",
        description:
          "Those that are still good, newest first: at most 1,000, which is as many as a customer has. Empty for an address that nobody has."
      })
    ),
    HttpApiEndpoint.post("revoke", "/revoke", {
      params: brandPath,
      payload: PortalRevocation,
      success: Schema.Struct({ revoked: Schema.Int.annotate({ description: "Tokens that were still good." }) }),
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Revoke a customer's portal tokens",
        description: "All tokens of the customer end: the next request with one is refused."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.issuePortalTokens)
  .prefix("/v1/brands/:brandId/portal")
  .annotateMerge(
    OpenApi.annotations({ title: "portalTokens", description: "Letting a customer into the portal of a brand." })
  ) {}
