import { Schema } from "effect"
import { BrandId, MemberId, TicketId } from "../../domain/Ids.ts"
import { presenceStates } from "../../domain/Presence.ts"

/** The channel on which nodes tell each other who has come to a ticket or left it, and that its watchers changed. */
export const deskChannel = "trunkline_presence"

const place = { tenantId: Schema.String, brandId: BrandId, ticketId: TicketId }

/** The messages on that channel. */
export const DeskNewsText = Schema.fromJsonString(
  Schema.Union([
    Schema.Struct({
      type: Schema.Literal("presence.changed"),
      ...place,
      memberId: MemberId,
      name: Schema.String,
      state: Schema.Literals([...presenceStates, "gone"])
    }),
    Schema.Struct({ type: Schema.Literal("watchers.changed"), ...place })
  ])
)
