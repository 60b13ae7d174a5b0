import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

const send = ({ smtpHost, smtpPort }: Facts, message: Record<string, unknown>) =>
  Effect.promise(async () => {
    const transport = createTransport({ host: smtpHost, port: smtpPort, ignoreTLS: true })
    const sent = await transport.sendMail(message)
    transport.close()
    return sent.messageId
  })

const read = ({ apiUrl, liveKey }: Facts, path: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${liveKey}` } })
    // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
    return (await response.json()) as any
  })

it.live("A customer who only uses mail gets one ticket, and their replies are added to it", () =>
  Effect.gen(function* () {
    const { facts } = yield* start(yield* hostedInstallation)
    const first = {
      from: "Ada Lovelace <Ada@Example.com>",
      to: facts.supportAddress,
      subject: "Où est mon colis ? 📦",
      text: "It is late.\n\nAda",
      messageId: "<first@example.com>",
      date: new Date("2026-11-20T09:30:00Z"),
      attachments: [{ filename: "Beleg äöü.bin", content: Buffer.from([0, 255, 13, 10, 46, 13, 10]) }]
    }
    yield* send(facts, first)
    // The customer's mail program was not sure, and sent it again.
    yield* send(facts, first)

    const list = yield* read(facts, `/v1/brands/${facts.brandId}/tickets`)
    assert.lengthOf(list.data, 1)
    const [ticket] = list.data
    assert.strictEqual(ticket.title, "Où est mon colis ? 📦")
    assert.strictEqual(ticket.customerEmail, "ada@example.com")
    assert.strictEqual(ticket.customerName, "Ada Lovelace")
    assert.strictEqual(ticket.origin, "email")
    assert.include(ticket.body, "It is late.")
    assert.strictEqual(ticket.attachmentCount, 1)

    yield* send(facts, {
      from: "ada@example.com",
      to: `${facts.brandId}@${facts.supportAddress.split("@")[1]}`,
      subject: "Re: Où est mon colis ? 📦",
      text: "It has arrived!",
      inReplyTo: "<first@example.com>",
      references: ["<first@example.com>"]
    })
    const comments = yield* read(facts, `/v1/brands/${facts.brandId}/tickets/${ticket.id}/comments`)
    assert.lengthOf(comments, 1)
    assert.strictEqual(comments[0].authorType, "CUSTOMER")
    assert.include(comments[0].body, "It has arrived!")

    // A stranger who quotes the same id does not get into the conversation.
    yield* send(facts, {
      from: "eve@elsewhere.example",
      to: facts.supportAddress,
      subject: "Re: Où est mon colis ? 📦",
      text: "Send it to me instead.",
      inReplyTo: "<first@example.com>"
    })
    assert.lengthOf((yield* read(facts, `/v1/brands/${facts.brandId}/tickets`)).data, 2)

    const refused = yield* Effect.flip(
      Effect.tryPromise(() =>
        createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true }).sendMail({
          ...first,
          to: "someone@elsewhere.example"
        })
      )
    )
    assert.include(String(refused.cause), "550")
  }).pipe(Effect.scoped)
)
