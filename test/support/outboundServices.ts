import { Layer } from "effect"
import * as SqlOutboundStore from "../../src/sql/outbound/SqlOutboundStore.ts"
import * as SqlSenders from "../../src/sql/outbound/SqlSenders.ts"
import * as SqlTicketStore from "../../src/sql/tickets/SqlTicketStore.ts"
import { MailComposer } from "../../src/tickets/outbound/MailComposer.ts"
import { Outbound } from "../../src/tickets/outbound/Outbound.ts"
import { ReplyWays } from "../../src/tickets/outbound/ReplyWays.ts"
import { mailMarks } from "./mailServices.ts"
import { silentHandoff } from "./silentHandoff.ts"

const sender = { name: "Trunkline", address: "no-reply@desk.example" }

/** Messages to customers, sent from the installation's address unless a brand has a verified sending domain. */
export const outboundServices = ({
  hasMailRelay = true,
  inboundDomain,
  senders
}: {
  readonly hasMailRelay?: boolean | undefined
  readonly inboundDomain: string
  readonly senders?: ReturnType<typeof SqlSenders.layer> | undefined
}) =>
  Layer.merge(Outbound.layer, ReplyWays.layer({ hasMailRelay })).pipe(
    Layer.provideMerge(MailComposer.layer({ sender, inboundDomain, publicUrl: "https://desk.example" })),
    Layer.provide([SqlOutboundStore.layer, SqlTicketStore.layer]),
    Layer.provide(silentHandoff),
    Layer.provideMerge(Layer.merge(senders ?? SqlSenders.layer({ sender, inboundDomain }), mailMarks))
  )
