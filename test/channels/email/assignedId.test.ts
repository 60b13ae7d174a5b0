import { assert, describe, it } from "@effect/vitest"
import { assignedId } from "../../../channels/email/assignedId.ts"

const ours = "<cmt_1.abc@desk.example>"
const ses = "0102018f6a1b2c3d-4e5f6071-8293-a4b5-c6d7-e8f901234567-000000"

describe("The id that a relay assigns to a message", () => {
  it("is the id in SES's reply, in the domain of its region", () => {
    const at = (host: string) => assignedId(`250 Ok ${ses}`, host, ours)
    assert.strictEqual(at("email-smtp.eu-west-1.amazonaws.com"), `${ses}@eu-west-1.amazonses.com`)
    assert.strictEqual(at("email-smtp-fips.us-gov-west-1.amazonaws.com"), `${ses}@us-gov-west-1.amazonses.com`)
    assert.strictEqual(at("email-smtp.us-east-1.amazonaws.com"), `${ses}@email.amazonses.com`)
    assert.strictEqual(at("127.0.0.1"), `${ses}@email.amazonses.com`)
  })

  it("is the id in the reply, if it is not ours", () => {
    const answer = "250 2.0.0 OK <abc.1@eurprd01.prod.example> [Hostname=VI1PR01MB1.eurprd01.prod.example] Queued"
    assert.strictEqual(assignedId(answer, "smtp.office365.example", ours), "abc.1@eurprd01.prod.example")
    assert.isUndefined(assignedId(`250 2.0.0 OK ${ours} [Hostname=x]`, "smtp.office365.example", ours))
  })

  it("is absent if the relay keeps ours, as Postfix, Gmail, Exim and Postmark do", () => {
    for (const answer of [
      "250 2.0.0 Ok: queued as 4XyZ12abcd",
      "250 2.0.0 OK  1763632811 5b1f17b1804b1-477a9dff9bbsm39425785e9.7 - gsmtp",
      "250 OK id=1vLxyz-0000000A1b2-3C4d",
      "250 2.6.0 accepted",
      ""
    ])
      assert.isUndefined(assignedId(answer, "relay.example", ours), answer)
  })
})
