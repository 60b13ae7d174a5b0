import { Schema } from "effect"
import { statusCategories } from "../domain/Status.ts"
import { closeReasons, priorities } from "../domain/Ticket.ts"
import { distinct } from "./documented.ts"
import { clearable, oneLine, optional, someOf } from "./Fields.ts"
import { fitsOneOf, given, is } from "./fitsOneOf.ts"
import { codes } from "./ProblemCatalogue.ts"
import { growing, idLike, some } from "./Shapes.ts"
import { Ticket, TicketUpdate, tagNames } from "./TicketPayloads.ts"

export const SpamMark = Schema.Struct({
  isSpam: Schema.Boolean.annotate({ description: "true marks the ticket as spam; false takes that back." }),
  blockSender: optional(Schema.Boolean).annotate({
    description: "Also blocks the customer or, with `isSpam: false`, unblocks them. Defaults to true."
  })
}).annotate({ identifier: "SpamMark" })

export const Merge = Schema.Struct({
  sourceTicketIds: someOf(Schema.String, 25).annotate({
    description:
      "1 to 25 tickets of the same brand, merged in this order. Tickets already merged into this one are skipped."
  })
}).annotate({ identifier: "Merge" })

export const MergedTicket = Schema.Struct({
  ...Ticket.fields,
  targetTicketId: idLike("tkt"),
  mergedTicketIds: Schema.Array(idLike("tkt")).annotate({ description: "The tickets that this call merged." }),
  mergedCount: Schema.Int
}).annotate({ identifier: "MergedTicket", description: "The target ticket, and what this call merged into it." })

const bulkActions = [
  "assign",
  "setCategory",
  "setTags",
  "addTags",
  "removeTags",
  "setStatus",
  "setPriority",
  "close",
  "resolve",
  "spam",
  "notSpam",
  "delete",
  "restore"
] as const

/** Maximum tickets of one call. */
const maxBulkTickets = 1_000

export const BulkAction = Schema.Struct({
  action: Schema.Literals(bulkActions),
  ticketIds: someOf(Schema.String, maxBulkTickets).pipe(distinct).annotate({
    description: "1 to 1,000 tickets, each once, changed in this order."
  }),
  assigneeId: clearable(Schema.String).annotate({ description: "For `assign`: a member, or null for nobody." }),
  categoryId: clearable(Schema.String).annotate({ description: "For `setCategory`: a category, or null for none." }),
  tags: optional(tagNames).annotate({ description: "For `setTags`, `addTags`, `removeTags`: names or ids." }),
  tagIds: TicketUpdate.fields.tagIds.annotate({ description: "Ids only; added to `tags`." }),
  status: optional(oneLine(50)).annotate({ description: "For `setStatus`: the key of an active status." }),
  priority: optional(Schema.Literals(priorities)).annotate({ description: "For `setPriority`." }),
  closeReason: optional(Schema.Literals(closeReasons)).annotate({ description: "For `close`: an optional reason." })
})
  .annotate({ description: "One action with its arguments." })
  .pipe(
    fitsOneOf(
      { action: is("assign"), assigneeId: given },
      { action: is("setCategory"), categoryId: given },
      { action: is("setTags", "addTags", "removeTags"), tags: given },
      { action: is("setTags", "addTags", "removeTags"), tagIds: given },
      { action: is("setStatus"), status: given },
      { action: is("setPriority"), priority: given },
      { action: is("close", "resolve", "spam", "notSpam", "delete", "restore") }
    )
  )
  .annotate({ identifier: "BulkAction" })

export const BulkAnswer = Schema.Struct({
  success: Schema.Boolean.annotate({ description: "Whether no ticket failed." }),
  count: Schema.Int.annotate({ description: "Tickets that were changed." }),
  failed: Schema.Int,
  results: Schema.Array(
    Schema.Struct({
      ticketId: Schema.String,
      success: Schema.Boolean,
      code: some(growing(codes)),
      message: some(Schema.String)
    })
  ).annotate({ description: "In the order of `ticketIds`." })
}).annotate({ identifier: "BulkAnswer" })

const count = Schema.Int.annotate({ description: "Tickets that are not spam, deleted or merged." })
const byCategory = Object.fromEntries(statusCategories.map((category) => [category, count])) as {
  // `Object.fromEntries` loses the types of its keys.
  readonly [C in (typeof statusCategories)[number]]: typeof count
}

export const TicketStats = Schema.Struct({
  total: count,
  ...byCategory,
  unassigned: Schema.Int.annotate({ description: "Of these, open and pending tickets without an assignee." }),
  mine: some(Schema.Int).annotate({
    description:
      "Of these, open and pending tickets assigned to the signed-in member. Counted up to 100, which means 100 or more. Omitted for API keys."
  }),
  spam: Schema.Int.annotate({ description: "Spam tickets, which are not included in `total`." }),
  byBrand: Schema.Record(
    Schema.String,
    Schema.Struct({ name: Schema.String, prefix: Schema.String, total: count, ...byCategory })
  ).annotate({ description: "Keyed by brand id." })
}).annotate({ identifier: "TicketStats", description: "Number of tickets by status category." })
