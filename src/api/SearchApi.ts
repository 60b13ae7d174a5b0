import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DatabaseUnavailable } from "../domain/DatabaseUnavailable.ts"
import { InvalidCursor, InvalidInput } from "../domain/Problems.ts"
import { Access, CallersAllowed } from "./Access.ts"
import { choices, idsParameter, pagingOf, requiredText } from "./Parameters.ts"
import { permissions } from "./permissions.ts"
import { growing, idLike, Moment, pageOf, some } from "./Shapes.ts"

const foundTypes = ["ticket", "comment", "customer", "company"] as const

/** A search result. */
export const SearchResult = Schema.Struct({
  type: growing(foundTypes),
  id: Schema.String,
  brandId: idLike("br"),
  ticketId: some(idLike("tkt")).annotate({ description: "For tickets and comments." }),
  publicId: some(Schema.String).annotate({ description: "The ticket's public number, such as ACME-1042." }),
  title: Schema.String.annotate({ description: "The ticket's title, or the name of the customer or company." }),
  snippet: Schema.String.annotate({ description: "An excerpt around the first match, on one line." }),
  matches: Schema.Array(Schema.Array(Schema.Int).check(Schema.isMinLength(2), Schema.isMaxLength(2))).annotate({
    description: "Positions of the words in `snippet`: `[start, end]` in UTF-16 code units, as in JavaScript strings."
  }),
  updatedAt: Moment
}).annotate({ identifier: "SearchResult" })

export class SearchApi extends HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.get("find", "/", {
      query: {
        q: requiredText(
          "2 to 200 characters. All words must match: by their beginning in texts, anywhere in names and addresses.",
          2,
          200
        ),
        types: choices("Defaults to all types.", foundTypes),
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
            "Best matches first: exact matches (`ACME-1042`, an address), then names and titles, then texts. Comments include internal notes; spam and deleted records are excluded. For very common words, only the newest matches are ranked. Of more than 500 brands, those with the newest tickets are searched; name others in `brandIds`. 20 results per page, 50 at most; 300 searches per minute per credential."
        })
      )
  )
  .middleware(Access)
  .prefix("/v1/search")
  .annotateMerge(
    OpenApi.annotations({
      title: "search",
      description: "One search across tickets, comments, customers and companies."
    })
  ) {}
