import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { InvalidCursor, InvalidInput } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { choices, idsParameter, pagingOf, requiredText } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { growing, idLike, Moment, pageOf, some } from "./Shapes.ts"

const foundTypes = ["ticket", "comment", "customer", "company"] as const

/** Something that was found. */
export const SearchResult = Schema.Struct({
  type: growing(foundTypes),
  id: Schema.String,
  brandId: idLike("br"),
  ticketId: some(idLike("tkt")).annotate({ description: "Of tickets and comments." }),
  publicId: some(Schema.String).annotate({ description: "The ticket's, such as ACME-1042." }),
  title: Schema.String.annotate({ description: "The ticket's title, or the name of the customer or company." }),
  snippet: Schema.String.annotate({ description: "A part of the text around the first match, in one line." }),
  matches: Schema.Array(Schema.Array(Schema.Int).check(Schema.isMinLength(2), Schema.isMaxLength(2))).annotate({
    description: "Where the words occur in `snippet`: `[start, end]` in UTF-16 units, as JavaScript counts them."
  }),
  updatedAt: Moment
}).annotate({ identifier: "SearchResult" })

export class SearchApi extends HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.get("find", "/", {
      query: {
        q: requiredText(
          "2 to 200 characters. All words must occur; word starts match, and any part of names and addresses.",
          2,
          200
        ),
        types: choices("All kinds when left out.", foundTypes),
        brandIds: idsParameter("Only in these brands.", "brand"),
        ...pagingOf(20, 50)
      },
      success: pageOf(SearchResult),
      error: [InvalidInput, InvalidCursor, DatabaseUnavailable]
    })
      .annotate(CallersAllowed, permissions.read)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Search tickets, comments, customers and companies",
          description:
            "The best matches first: what was named exactly (`ACME-1042`, an address), what is called so, what mentions it. Comments include internal notes; spam and deleted records are left out. Of words that are everywhere the newest matches are ranked, and of more than 500 brands those with the newest tickets are searched: `brandIds` names others. 20 results per page, at most 50; 300 searches a minute per credential."
        })
      )
  )
  .middleware(Access)
  .prefix("/v1/search")
  .annotateMerge(OpenApi.annotations({ title: "search", description: "One search over everything people wrote." })) {}
