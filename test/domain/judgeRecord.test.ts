import { assert, describe, it } from "@effect/vitest"
import type { RecordStatus, WantedRecord } from "../../src/domain/EmailDomain.ts"
import { type DnsAnswer, judgeRecord } from "../../src/domain/judgeRecord.ts"
import { dkimText, wantedRecords } from "../../src/domain/wantedRecords.ts"

const inboundDomain = "inbound.example"
const publicKey = `${"A".repeat(391)}=`
const domain = {
  domain: "acme.example",
  ownershipToken: "01m893khb3f5bbmdqn6zazb1ra",
  keys: [{ selector: "tl1", publicKey, sealed: "", createdAt: undefined as never }]
}
const wantedBy = (type: "INBOUND" | "OUTBOUND", purpose: WantedRecord["purpose"]): WantedRecord => {
  const found = wantedRecords({ ...domain, type }, inboundDomain).find((record) => record.purpose === purpose)
  if (found === undefined) throw new Error(`no record for ${purpose}`)
  return found
}
const judged = (wanted: WantedRecord, answer: DnsAnswer, hosts: ReadonlyArray<string> = [], before?: RecordStatus) =>
  judgeRecord(
    wanted,
    answer,
    { inboundDomain, inboundHosts: hosts, keys: domain.keys },
    before === undefined ? undefined : { ...wanted, status: before }
  )

const cases: ReadonlyArray<readonly [what: string, wanted: WantedRecord, answer: DnsAnswer, status: RecordStatus]> = [
  ["nothing", wantedBy("INBOUND", "ownership"), [], "pending"],
  [
    "the token beside other texts",
    wantedBy("INBOUND", "ownership"),
    ["v=spf1 -all", wantedBy("INBOUND", "ownership").value],
    "verified"
  ],
  [
    "tokens of two installations",
    wantedBy("INBOUND", "ownership"),
    ["trunkline-verification=other", wantedBy("INBOUND", "ownership").value],
    "verified"
  ],
  ["another token", wantedBy("INBOUND", "ownership"), ["trunkline-verification=other"], "failed"],
  ["only texts about something else", wantedBy("INBOUND", "ownership"), ["google-site-verification=x"], "pending"],

  ["the host, in any case and with its final dot", wantedBy("INBOUND", "mx"), ["10 Inbound.Example."], "verified"],
  ["the host at another priority", wantedBy("INBOUND", "mx"), ["0 inbound.example"], "verified"],
  ["the host before another one", wantedBy("INBOUND", "mx"), ["20 backup.example", "10 inbound.example"], "verified"],
  ["the host beside an equal one", wantedBy("INBOUND", "mx"), ["10 backup.example", "10 inbound.example"], "verified"],
  [
    "the host behind another one",
    wantedBy("INBOUND", "mx"),
    ["1 mx.elsewhere.example", "10 inbound.example"],
    "failed"
  ],
  ["the null MX of RFC 7505", wantedBy("INBOUND", "mx"), ["0 "], "failed"],

  [
    "an SPF record that includes ours",
    wantedBy("OUTBOUND", "spf"),
    ["v=spf1 mx +include:Inbound.example include:other.example -all"],
    "verified"
  ],
  [
    "an SPF record that redirects to ours",
    wantedBy("OUTBOUND", "spf"),
    ["v=spf1 redirect=inbound.example"],
    "verified"
  ],
  ["an SPF record without ours", wantedBy("OUTBOUND", "spf"), ["v=spf1 include:other.example -all"], "failed"],
  ["an SPF record that denies ours", wantedBy("OUTBOUND", "spf"), ["v=spf1 -include:inbound.example ?all"], "failed"],
  ["two SPF records", wantedBy("OUTBOUND", "spf"), ["v=spf1 include:inbound.example -all", "v=spf1 -all"], "failed"],
  [
    "a name that only ends like ours",
    wantedBy("OUTBOUND", "spf"),
    ["v=spf1 include:not-inbound.example -all"],
    "failed"
  ],
  ["a text that only begins like SPF", wantedBy("OUTBOUND", "spf"), ["v=spf10 include:inbound.example"], "pending"],

  ["the key", wantedBy("OUTBOUND", "dkim"), [dkimText(publicKey)], "verified"],
  ["the key without the tags that may be left out", wantedBy("OUTBOUND", "dkim"), [`p=${publicKey}`], "verified"],
  [
    "the key in another order and with spaces",
    wantedBy("OUTBOUND", "dkim"),
    [`p = ${publicKey.slice(0, 100)} ${publicKey.slice(100)} ; k=rsa ;v=DKIM1`],
    "verified"
  ],
  ["another key", wantedBy("OUTBOUND", "dkim"), [dkimText("B".repeat(392))], "failed"],
  ["a revoked key", wantedBy("OUTBOUND", "dkim"), ["v=DKIM1; p="], "failed"],
  ["the key as one of another kind", wantedBy("OUTBOUND", "dkim"), [`v=DKIM1; k=ed25519; p=${publicKey}`], "failed"],
  ["the key twice", wantedBy("OUTBOUND", "dkim"), [dkimText(publicKey), dkimText("B")], "failed"],
  ["the key cut after one string", wantedBy("OUTBOUND", "dkim"), [dkimText(publicKey).slice(0, 255)], "failed"],

  ["a return path that is ours", wantedBy("OUTBOUND", "bounce"), ["INBOUND.example."], "verified"],
  ["a return path that is somebody else's", wantedBy("OUTBOUND", "bounce"), ["mail.other.example"], "failed"],
  ["any DMARC policy", wantedBy("OUTBOUND", "dmarc"), ["v=DMARC1; p=reject; rua=mailto:d@acme.example"], "verified"],
  ["two DMARC policies", wantedBy("OUTBOUND", "dmarc"), ["v=DMARC1; p=none", "v=DMARC1;p=reject"], "failed"]
]

describe("judgeRecord", () => {
  for (const [what, wanted, answer, status] of cases)
    it(`judges ${what} for ${wanted.purpose}: ${status}`, () => {
      assert.strictEqual(judged(wanted, answer).status, status)
    })

  it("accepts the hosts that receive the installation's own mail as ours", () => {
    const mx = wantedBy("INBOUND", "mx")
    assert.strictEqual(judged(mx, ["10 mx1.operator.example"], ["MX1.operator.example."]).status, "verified")
    assert.strictEqual(judged(mx, ["10 mx2.operator.example"], ["mx1.operator.example"]).status, "failed")
  })

  it("reports a record that disappeared as gone, and one that never existed as pending", () => {
    const ownership = wantedBy("INBOUND", "ownership")
    assert.strictEqual(judged(ownership, [], [], "verified").status, "failed")
    assert.strictEqual(judged(ownership, [], [], "failed").status, "failed")
    assert.strictEqual(judged(ownership, [], [], "pending").status, "pending")
  })

  it("reports what exists instead, only for the same purpose, up to a thousand characters", () => {
    const mx = wantedBy("INBOUND", "mx")
    assert.strictEqual(judged(mx, ["1 a.example", "2 b.example"]).found, "1 a.example, 2 b.example")
    assert.strictEqual(judged(wantedBy("OUTBOUND", "spf"), ["x", "v=spf1 -all"]).found, "v=spf1 -all")
    assert.isUndefined(judged(mx, []).found)
    assert.lengthOf(judged(wantedBy("OUTBOUND", "dkim"), [`p=${"x".repeat(5_000)}`]).found ?? "", 1_000)
  })
})

describe("wantedRecords", () => {
  it("splits texts after 255 bytes, and only those", () => {
    const key = wantedBy("OUTBOUND", "dkim").value
    const strings = [...key.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text)
    assert.deepStrictEqual(
      strings.map(({ length }) => length),
      [255, dkimText(publicKey).length - 255]
    )
    assert.strictEqual(strings.join(""), dkimText(publicKey))
    assert.notInclude(wantedBy("OUTBOUND", "ownership").value, '"')
  })
})
