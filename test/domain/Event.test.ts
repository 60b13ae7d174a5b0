import { assert, describe, it } from "@effect/vitest"
import { envelope, eventTypes, type StoredEvent } from "../../src/domain/Event.ts"
import { idOf } from "../../src/domain/Ids.ts"
import type { Tenant } from "../../src/domain/Tenant.ts"
import { byKey } from "../support/seedTenant.ts"
import { now, policy, ticketIn, uuid } from "../support/ticketState.ts"

const tenant: Tenant = { id: uuid(10), accountId: idOf("account", uuid(11)), mode: "live" }

const event: StoredEvent = {
  id: idOf("event", uuid(12)),
  brandId: policy.id,
  sequence: 4,
  type: "ticket.updated",
  subject: ticketIn("open").id,
  internal: true,
  spam: true,
  data: { z: 1, a: [undefined, "é"], gone: undefined }
}

describe("envelope", () => {
  it("has the members of docs/webhooks.md in order, and no others", () => {
    assert.strictEqual(
      envelope(event, tenant, byKey, now),
      JSON.stringify({
        id: event.id,
        event: "ticket.updated",
        type: "ticket.updated",
        brand_id: policy.id,
        brandId: policy.id,
        accountId: tenant.accountId,
        livemode: true,
        timestamp: "2026-11-20T10:02:11.402Z",
        createdAt: "2026-11-20T10:02:11.402Z",
        sequence: 4,
        causationId: byKey.id,
        actor: { type: "api_key", id: byKey.actor.id, name: "billing sync", channel: "api" },
        data: { z: 1, a: [null, "é"] }
      })
    )
  })

  it("indicates test mode, and null as the sequence of an event that is not about a ticket", () => {
    const sent = JSON.parse(envelope({ ...event, sequence: null }, { ...tenant, mode: "test" }, byKey, now))
    assert.isFalse(sent.livemode)
    assert.isNull(sent.sequence)
  })

  it("omits the trace context, which is sent as a header", () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    assert.notInclude(envelope(event, tenant, { ...byKey, traceparent }, now), traceparent)
  })
})

describe("eventTypes", () => {
  it("are named resource.happening, each once", () => {
    assert.strictEqual(new Set(eventTypes).size, eventTypes.length)
    for (const type of eventTypes) assert.match(type, /^(ticket|comment|attachment|customer|message)\.[a-z_]+$/)
  })
})
