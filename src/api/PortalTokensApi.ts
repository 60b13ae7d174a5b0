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
    description: "The customer that the token is for. Required."
  }),
  email: optional(ReachableEmail).annotate({ description: "Same as `customerEmail`, which takes precedence." }),
  customerName: clearable(oneLine(200)).annotate({
    description: "Name for a customer who is new or has no name. An existing name is kept."
  }),
  name: clearable(oneLine(200)).annotate({ description: "Same as `customerName`, which takes precedence." }),
  expiresIn: optional(ExpiresIn),
  companyName: clearable(oneLine(200)).annotate({
    description: "Company for a new customer, matched by name ignoring case and created if necessary."
  })
})
  .pipe(needsOneOf("is required: the customer that the token is for", "customerEmail", "email"))
  .annotate({ identifier: "PortalTokenCreate" })

export const PortalToken = Schema.Struct({
  accessToken: Schema.String.annotate({
    description: "`pt_…`, returned only in this response. Send it as `Authorization: Bearer pt_…`."
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
}).annotate({
  identifier: "PortalToken",
  description: "A token for one customer of one brand. It is valid only in the portal."
})

export const ListedPortalToken = Schema.Struct({
  preview: Schema.String.annotate({ description: "`pt_…` and the last four characters of the token." }),
  customerId: idLike("cus"),
  createdAt: Moment,
  expiresAt: Moment
}).annotate({ identifier: "ListedPortalToken", description: "A portal token without its secret." })

/** The page that a magic link opens. */
export const portalUrl = optional(Url).annotate({
  description:
    "The page that the link opens, with `token=ml_…` added to its query. The page exchanges it at /v1/portal/verify. Defaults to this server's own portal."
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
          "Called by your server, which passes the token to the customer's page. Creates the customer if necessary. The token is valid for one hour unless `expiresIn` says otherwise."
      })
    ),
    HttpApiEndpoint.post("magicLink", "/magic-link", {
      params: brandPath,
      payload: PortalMagicLink,
      success: Success,
      error: [...write, RateLimited]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Email a portal magic link",
        description:
          "The link signs the customer in once, within 15 minutes, and replaces any earlier link. `portalUrl` must begin with https and be on one of the brand's `portalOrigins`, if there are any. Each address can get 5 links per hour."
      })
    ),
    HttpApiEndpoint.get("list", "/tokens", {
      params: brandPath,
      query: { customerEmail: requiredEmail("The customer's email address, ignoring case.") },
      success: Schema.Array(ListedPortalToken),
      error: [NotFound, InvalidInput, DatabaseUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a customer's portal tokens",
        description:
          "Returns the valid tokens, newest first. A customer can have at most 1,000. Empty if no customer has the address."
      })
    ),
    HttpApiEndpoint.post("revoke", "/revoke", {
      params: brandPath,
      payload: PortalRevocation,
      success: Schema.Struct({
        revoked: Schema.Int.annotate({ description: "Number of tokens that were still valid." })
      }),
      error: write
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Revoke a customer's portal tokens",
        description: "Revokes all tokens of the customer. The next request with one is refused."
      })
    )
  )
  .middleware(Access)
  .annotate(CallersAllowed, permissions.issuePortalTokens)
  .prefix("/v1/brands/:brandId/portal")
  .annotateMerge(
    OpenApi.annotations({
      title: "portalTokens",
      description: "Tokens and links that let customers into the portal of a brand."
    })
  ) {}
