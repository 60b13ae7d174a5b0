import { assert, it } from "@effect/vitest"
import { DateTime } from "effect"
import { idOf } from "../../../src/domain/Ids.ts"
import type { InboundDetail } from "../../../src/domain/InboundEntry.ts"
import { explainDecision } from "../../../src/tickets/intake/explainDecision.ts"
import { uuid } from "../../support/ticketState.ts"

const message: InboundDetail = {
  id: idOf("inbound", uuid(1)),
  brandId: idOf("brand", uuid(2)),
  channel: "sms",
  externalId: "SM1",
  from: "ACME",
  to: ["+14155550100"],
  status: "failed",
  attempts: 1,
  size: 1,
  receivedAt: DateTime.makeUnsafe(0),
  flags: [],
  steps: [],
  envelope: { from: "", clientName: "", clientAddress: "" },
  dedupeKey: new Uint8Array(),
  repairs: [],
  fileIds: []
}

it("says why a message was not accepted, and that it waits for another attempt", () => {
  const error = "Its sender, ACME, is no telephone number"
  assert.strictEqual(explainDecision({ ...message, error }), `It was not accepted: ${error}.`)
  assert.strictEqual(explainDecision(message), "It was not accepted.")
  assert.strictEqual(explainDecision({ ...message, status: "received" }), "It is waiting to be processed.")
  assert.strictEqual(
    explainDecision({ ...message, status: "received", error: "The database was away" }),
    "It is waiting to be processed again: The database was away."
  )
  assert.strictEqual(explainDecision({ ...message, status: "processed" }), "It was stored and had no effect.")
})
