import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mailToken } from "../../src/domain/ReplyAddress.ts"
import { OutboundStore } from "../../src/tickets/OutboundStore.ts"
import { deliveryGround } from "../support/deliveryGround.ts"
import { draftOf } from "../support/mailDraft.ts"

layer(deliveryGround)("OutboundStore", (it) => {
  it.effect("keeps no reply address of a ticket that was deleted for good while its mail was composed", () =>
    Effect.gen(function* () {
      const store = yield* OutboundStore
      const fresh = mailToken(new Uint8Array(16))
      assert.strictEqual(yield* store.replyToken(draftOf(), "ines@north.example", fresh), fresh)
    })
  )
})
