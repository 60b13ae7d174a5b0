import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { fakeRelay } from "../../test/support/FakeRelay.ts"
import { type Corpus, ownFields, templateOf } from "./corpus.ts"
import { MailClient } from "./MailClient.ts"
import type { MailMeasurement } from "./MailMeasurement.ts"
import { makeBrand } from "./Site.ts"

/** Mails that a robot writes per hour, one every fifteen seconds; here all at once, plus a reply to every mail it gets. */
const perHour = 240
const bounces = join(import.meta.dirname, "../../test/fixtures/mail/bounces")

/** Robots, by how their mail identifies itself. */
const robots = [
  { name: "one that looks like a person", fields: [] },
  { name: "one that answers as it should", fields: ["Auto-Submitted: auto-replied"] },
  { name: "one that is out of office", fields: ["X-Autoreply: yes", "Precedence: bulk"] }
]

export const robot: MailMeasurement = {
  name: "robot",
  about: "robots that write 240 mails in an hour and answer what they get, and reports of undeliverable mail",
  measure: Effect.fnUntraced(function* ({ corpus, sql, startNode }) {
    const relay = yield* fakeRelay()
    const node = yield* startNode({ MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}` })
    const brand = yield* makeBrand(node, "Robots", { autoresponseEnabled: true })
    const client = new MailClient(node.smtpPort)
    let written = 0
    const send = (robot: number, to: string, answered?: string) =>
      Effect.promise(() => client.send(letterOf(corpus, robot, ++written, answered), to))
    const settled = sql("select count(*)::int as count from outgoing_mail where state in ('queued', 'sending')").pipe(
      Effect.repeat({ until: ([row]) => row?.["count"] === 0, schedule: Schedule.spaced("50 millis") })
    )

    for (let n = 0; n < perHour; n++) for (const robot of robots.keys()) yield* send(robot, brand.address)
    // Each reply may trigger another mail, which is answered as well, until no more arrive.
    let seen = 0
    do {
      yield* settled
      const fresh = relay.mails.slice(seen)
      seen += fresh.length
      for (const mail of fresh) {
        const robot = robots.findIndex((_, n) => mailbox(corpus, n) === addressOf(mail.to))
        for (const to of [brand.address, addressOf(mail.replyTo ?? mail.from)]) yield* send(robot, to, mail.messageId)
      }
    } while (relay.mails.length > seen)

    const tickets = Effect.map(sql("select count(*)::int as count from tickets"), ([row]) => Number(row?.["count"]))
    const before = yield* tickets
    for (const file of readdirSync(bounces)) {
      const text = readFileSync(join(bounces, file), "latin1").replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")
      const data = Buffer.from(`${text}\r\n.\r\n`, "latin1")
      yield* Effect.promise(() => client.send({ sender: "", client: "198.51.100.1", data }, brand.address))
    }
    client.close()
    return [
      ...robots.map(({ name }, n) => ({
        label: `acknowledgements of ${name}`,
        value: relay.mails.filter(({ to }) => addressOf(to) === mailbox(corpus, n)).length,
        unit: "",
        must: { atMost: 3 }
      })),
      { label: "tickets of reports", value: (yield* tickets) - before, unit: "", must: { atMost: 0 } }
    ]
  })
}

const mailbox = (corpus: Corpus, robot: number) => templateOf(corpus, robot).sender

const letterOf = (corpus: Corpus, robot: number, n: number, answered?: string) => {
  const { client, sender } = templateOf(corpus, robot)
  const lines = [
    ...ownFields("robot", n),
    `From: ${sender}`,
    ...(robots[robot]?.fields ?? []),
    ...(answered === undefined ? [] : [`In-Reply-To: ${answered}`]),
    "",
    `Your message number ${n} was received by a machine.`,
    ".",
    ""
  ]
  return { client, sender, data: Buffer.from(lines.join("\r\n")) }
}

/** The only address of a field that mailparser has parsed. */
const addressOf = (field: Awaited<ReturnType<typeof import("mailparser").simpleParser>>["to"]): string =>
  [field].flat()[0]?.value[0]?.address ?? ""
