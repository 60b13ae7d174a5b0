import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { AccountsHandlers } from "./AccountsHandlers.ts"
import * as Admission from "./Admission.ts"
import { AuthHandlers } from "./AuthHandlers.ts"
import { BrandsHandlers } from "./BrandsHandlers.ts"
import { CommentsHandlers } from "./CommentsHandlers.ts"
import { Cursors } from "./Cursors.ts"
import { CustomersHandlers } from "./CustomersHandlers.ts"
import * as DocsRoutes from "./DocsRoutes.ts"
import { SystemHandlers } from "./SystemHandlers.ts"
import * as SignInRoutes from "./signin/SignInRoutes.ts"
import { TicketsHandlers } from "./TicketsHandlers.ts"
import { WebhooksHandlers } from "./WebhooksHandlers.ts"

/** Every endpoint of the API, its documentation, and the pages that people sign in on, as routes. */
export const layer = Layer.mergeAll(HttpApiBuilder.layer(Api), DocsRoutes.layer, SignInRoutes.layer).pipe(
  Layer.provide([
    TicketsHandlers,
    CommentsHandlers,
    CustomersHandlers,
    BrandsHandlers,
    WebhooksHandlers,
    AccountsHandlers,
    AuthHandlers,
    SystemHandlers
  ]),
  Layer.provide([Admission.layer, Cursors.layer])
)
