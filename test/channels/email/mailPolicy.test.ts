import { assert, describe, it } from "@effect/vitest"
import {
  acknowledgeable,
  answerAddress,
  forwarderOf,
  isOwnNetwork,
  isRefusedAsSpam,
  peopleOf,
  writerOf
} from "../../../channels/email/mailPolicy.ts"
import type { AuthenticationResult, MailAuthentication } from "../../../src/domain/MailAuthentication.ts"
import { takesAtMost } from "../../support/takesAtMost.ts"

const ines = { email: "ines@north.example" }
const person = { kind: "human", suppressesAnswers: false } as const
const proof = (dmarc: AuthenticationResult, more: Partial<MailAuthentication> = {}): MailAuthentication => ({
  spf: { result: "none" },
  dkim: [],
  dmarc: { result: dmarc, domain: "north.example" },
  arc: { result: "none" },
  ...more
})

describe("An automatic reply", () => {
  const returnPath = ines.email

  it("repeats the sender's words only if their identity is proved", () => {
    assert.strictEqual(acknowledgeable(person, ines, returnPath, proof("pass")), "full")
    assert.strictEqual(acknowledgeable(person, ines, returnPath, undefined), "plain")
    assert.strictEqual(acknowledgeable(person, ines, returnPath, proof("none")), "plain")
    const signature = { result: "pass", domain: "north.example", selector: "s" } as const
    const signed = (aligned: boolean) => proof("none", { dkim: [{ ...signature, aligned }] })
    assert.strictEqual(acknowledgeable(person, ines, returnPath, signed(true)), "full")
    assert.strictEqual(acknowledgeable(person, ines, returnPath, signed(false)), "plain")
    const sentBy = (domain: string) => proof("none", { spf: { result: "pass", domain } })
    assert.strictEqual(acknowledgeable(person, ines, returnPath, sentBy("bounce.north.example")), "full")
    assert.strictEqual(acknowledgeable(person, ines, returnPath, sentBy("elsewhere.example")), "plain")
  })

  it("repeats nothing to the person named by a contact form: its domain proves only the form", () =>
    assert.strictEqual(acknowledgeable(person, { email: "pat@south.example" }, returnPath, proof("pass")), "plain"))

  it("is not sent to machines, to missing senders, to those who ask for none, and to disowned senders", () => {
    for (const kind of ["auto-replied", "auto-generated", "bounce"] as const)
      assert.strictEqual(acknowledgeable({ ...person, kind }, ines, returnPath, proof("pass")), "none")
    assert.strictEqual(acknowledgeable(person, ines, "", proof("pass")), "none")
    assert.strictEqual(acknowledgeable({ ...person, suppressesAnswers: true }, ines, returnPath, proof("pass")), "none")
    assert.strictEqual(acknowledgeable(person, ines, returnPath, proof("fail")), "none")
    for (const email of ["no-reply@shop.example", "mailer-daemon@x.example", "postmaster@x.example"])
      assert.strictEqual(acknowledgeable(person, { email }, returnPath, undefined), "none", email)
  })

  it("goes to a Reply-To in the sender's own domain, and to no other", () => {
    const to = (email: string) => answerAddress({ replyTo: { email } }, ines)
    assert.strictEqual(to("desk@north.example"), "desk@north.example")
    assert.strictEqual(to("desk@eu.north.example"), "desk@eu.north.example")
    assert.isUndefined(to("desk@notnorth.example"))
    assert.isUndefined(to("desk@example"))
    assert.isUndefined(to(ines.email))
    assert.isUndefined(to("no-reply@north.example"))
    assert.isUndefined(answerAddress({ replyTo: undefined }, ines))
  })
})

describe("The author of a mail", () => {
  const form = { email: "form@north.example" }
  const filled = { replyTo: { email: "pat@south.example", name: "Pat" } }
  const policy = { contactFormSenders: [form.email] }

  it("is whoever filled in a contact form of the brand, unless the mail only looks like the form's", () => {
    for (const known of [undefined, proof("pass"), proof("none"), proof("temperror")])
      assert.deepStrictEqual(writerOf(filled, form, policy, known), filled.replyTo)
    assert.deepStrictEqual(writerOf(filled, form, policy, proof("fail")), form)
  })

  it("is the sender of any other mail, whatever its Reply-To says", () => {
    assert.deepStrictEqual(writerOf(filled, ines, policy, proof("pass")), ines)
    assert.deepStrictEqual(writerOf({ replyTo: undefined }, form, policy, proof("pass")), form)
  })
})

describe("Spam", () => {
  const brand = (
    inboundSpam: "mark" | "reject",
    spam: "disowned" | "relay" | undefined,
    rule: "address" | "reply_address" = "address"
  ) => ({
    policy: { inboundSpam, contactFormSenders: [] },
    mail: { spam, route: { rule, address: "x@inbound.example" } }
  })

  it("is refused if every brand that it is for wants that", () => {
    assert.isTrue(isRefusedAsSpam([brand("reject", "disowned"), brand("reject", "relay")]))
    assert.isFalse(isRefusedAsSpam([brand("reject", "disowned"), brand("mark", "disowned")]))
    assert.isFalse(isRefusedAsSpam([brand("reject", "disowned"), brand("reject", undefined)]))
    assert.isFalse(isRefusedAsSpam([brand("mark", "relay")]))
    assert.isFalse(isRefusedAsSpam([]))
  })

  it("found by a filter is accepted at a reply address; forged mail is not", () => {
    assert.isFalse(isRefusedAsSpam([brand("reject", "relay", "reply_address")]))
    assert.isTrue(isRefusedAsSpam([brand("reject", "disowned", "reply_address")]))
  })
})

describe("The recipients of a mail", () => {
  const envelope = ["Acme@inbound.example"]
  const headOf = (to: ReadonlyArray<string>, cc: ReadonlyArray<string>, deliveredTo: ReadonlyArray<string> = []) => ({
    people: [...to, ...cc].map((email) => ({ email })),
    copied: cc,
    deliveredTo
  })
  const named = (...given: Parameters<typeof headOf>) =>
    peopleOf(headOf(...given), envelope, "inbound.example").map(({ email }) => email)
  const forwarder = (...given: Parameters<typeof headOf>) =>
    forwarderOf(headOf(...given), peopleOf(headOf(...given), envelope, "inbound.example"))

  it("are everyone but us", () => {
    assert.deepStrictEqual(named(["acme@inbound.example", "a@x.example"], ["b@y.example", "other@inbound.example"]), [
      "a@x.example",
      "b@y.example"
    ])
  })

  it("are found among thousands as fast as among few", () => {
    const people = Array.from({ length: 4_000 }, (_, at) => ({ email: `${"a".repeat(40)}${1e6 + at}@x.example` }))
    const copied = people.slice(2_000).map(({ email }) => `${email}`)
    takesAtMost(100, () => forwarderOf({ people, copied }, people))
  })

  it("do not include the mailbox that forwarded it, by its trace", () => {
    assert.deepStrictEqual(named(["a@x.example", "support@acme.example"], [], ["support@acme.example"]), [
      "a@x.example"
    ])
  })

  it("are the mailbox that forwarded it if it is the only recipient, and nothing is ours", () => {
    assert.strictEqual(forwarder(["support@acme.example"], ["b@y.example"]), "support@acme.example")
    assert.isUndefined(forwarder(["a@x.example", "c@z.example"], []))
    assert.isUndefined(forwarder(["a@x.example"], ["support@acme.example"], ["support@acme.example"]))
    assert.isUndefined(forwarder(["acme@inbound.example"], ["a@x.example"]))
    assert.isUndefined(forwarder([], ["a@x.example"]))
  })
})

describe("Networks of our own", () => {
  it("are those that are not routed on the internet", () => {
    for (const address of [
      "127.0.0.1",
      "10.9.8.7",
      "172.16.0.1",
      "172.31.255.1",
      "192.168.0.1",
      "100.64.0.1",
      "::1",
      "fd00::1",
      "fe80::1",
      "::ffff:10.0.0.1",
      ""
    ])
      assert.isTrue(isOwnNetwork(address), address)
    for (const address of [
      "203.0.113.5",
      "172.32.0.1",
      "100.128.0.1",
      "11.0.0.1",
      "210.0.0.1",
      "8.127.0.1",
      "2001:db8::1",
      "::ffff:203.0.113.5"
    ])
      assert.isFalse(isOwnNetwork(address), address)
  })
})
