import { HttpApi, OpenApi } from "effect/http-api"
import { AccountsApi } from "./AccountsApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { BrandsApi } from "./BrandsApi.ts"
import { CommentsApi } from "./CommentsApi.ts"
import { CustomersApi } from "./CustomersApi.ts"
import { ProblemBody } from "./ProblemCatalogue.ts"
import { SystemApi } from "./SystemApi.ts"
import { TicketsApi } from "./TicketsApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

/** Semantic version of the contract; a minor step only adds (docs/api.md, Versioning policy). */
export const apiVersion = "1.0.0"

/** The whole HTTP contract. Every request is decoded by it, and the OpenAPI document is made from it. */
export class Api extends HttpApi.make("trunkline")
  .add(TicketsApi)
  .add(CommentsApi)
  .add(CustomersApi)
  .add(BrandsApi)
  .add(WebhooksApi)
  .add(AccountsApi)
  .add(AuthApi)
  .add(SystemApi)
  .annotate(HttpApi.AdditionalSchemas, [ProblemBody])
  // A caller hears of every broken rule at once.
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Trunkline API",
      version: apiVersion,
      description: "Tickets from every channel, over REST. Errors are listed under /docs/errors."
    })
  ) {}
