import { DateTime } from "effect"
import { idOf } from "../../src/domain/Ids.ts"
import type { MailDraft } from "../../src/tickets/outbound/mail/MailDraft.ts"
import { uuid } from "./ticketState.ts"

/** Ada's answer to Ines, who wrote by mail. */
export const draftOf = (more: Partial<MailDraft> = {}): MailDraft => ({
  id: idOf("message", uuid(50)),
  kind: "reply",
  scope: {
    tenant: { id: uuid(51), accountId: idOf("account", uuid(52)), mode: "live" },
    brandId: idOf("brand", uuid(1))
  },
  to: "ines@north.example",
  cc: [],
  context: {},
  createdAt: DateTime.makeUnsafe("2026-11-20T10:02:11.402Z"),
  brand: {
    name: "Acme",
    ticketPrefix: "ACME",
    statusNames: new Map([
      ["open", "Open"],
      ["pending", "Pending"]
    ])
  },
  ticket: {
    id: idOf("ticket", uuid(2)),
    number: 1042,
    title: "Invoice 77",
    body: "It names the wrong company.",
    customerName: "Ines Roth",
    customerEmail: "ines@north.example"
  },
  comment: {
    id: idOf("comment", uuid(4)),
    body: "Which one?",
    isInternal: false,
    isUnproven: false,
    authorName: "Ada",
    files: []
  },
  conversation: { messageIds: ["q@north.example"], lastInbound: "q@north.example" },
  rested: new Map(),
  erased: new Set(),
  acknowledged: { lastHour: 0, lastDay: 0, brandLastHour: 0 },
  toMember: false,
  ...more
})
