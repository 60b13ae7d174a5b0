import { assert, describe, it } from "@effect/vitest"
import { isAnsweredAutomatically } from "../../../src/tickets/outbound/mayMail.ts"

describe("An address that gets automatic replies", () => {
  it("is neither one that no one reads, however its name is written, nor a mail system's", () => {
    for (const name of [
      ...["noreply", "no-reply", "no_reply", "no.reply", "noreply2", "no-reply-12", "noreply_billing", "noreply+ab12"],
      ...["donotreply", "do-not-reply", "do_not_reply", "do.not.reply", "donotreply.orders"],
      ...["calendar-noreply", "shop.no-reply", "billing_no_reply", "orders+noreply"],
      ...["mailer-daemon", "postmaster", "postmaster+x", "bounce", "bounces+12=a", "bounces-34", "abuse"]
    ])
      assert.isFalse(isAnsweredAutomatically(`${name}@shop.example`), name)
  })

  it("is any other", () => {
    for (const name of [
      "ines",
      "nore",
      "noreplyer",
      "casino.replay",
      "bruno-reply",
      "abuser",
      "bouncer",
      "reply",
      "no"
    ])
      assert.isTrue(isAnsweredAutomatically(`${name}@noreply.example`), name)
  })
})
