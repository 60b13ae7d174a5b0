import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { type Corpus, type Letter, ownFields, templateOf } from "./corpus.ts"
import { MailClient } from "./MailClient.ts"
import type { MailMeasurement } from "./MailMeasurement.ts"
import { makeBrand } from "./Site.ts"

/** Messages that push MIME parsers to their limits, each as the lines that follow From. */
const shapes: ReadonlyArray<{ readonly name: string; readonly lines: () => ReadonlyArray<string> }> = [
  {
    name: "20,000 parts",
    lines: () => [
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      ...Array.from({ length: 20_000 }, (_, n) => `--b\r\nContent-Type: text/plain\r\n\r\nPart ${n}`),
      "--b--"
    ]
  },
  {
    name: "50,000 nested tags",
    lines: () => ["Content-Type: text/html", "", ...Array.from({ length: 500 }, () => "<div>".repeat(100)), "Hello"]
  },
  {
    name: "2 MB of header",
    lines: () => [...Array.from({ length: 20_000 }, (_, n) => `X-Filler-${n}: ${"x".repeat(85)}`), "", "Hello"]
  },
  {
    name: "a boundary in every line",
    lines: () => ['Content-Type: multipart/mixed; boundary="b"', "", ...Array.from({ length: 400_000 }, () => "--b")]
  },
  {
    name: "multiparts in multiparts, 5,000 deep",
    lines: () => [
      'Content-Type: multipart/mixed; boundary="0"',
      "",
      ...Array.from({ length: 5_000 }, (_, n) => `--${n}\r\nContent-Type: multipart/mixed; boundary="${n + 1}"\r\n`)
    ]
  }
]

export const hostile: MailMeasurement = {
  name: "hostile",
  about: "messages made to stop a reader: each is a ticket, within ten seconds, while the listener answers others",
  measure: Effect.fnUntraced(function* ({ corpus, sql, startNode }) {
    const node = yield* startNode()
    const brand = yield* makeBrand(node, "Hostile")
    const client = new MailClient(node.smtpPort)
    const bystander = new MailClient(node.smtpPort)
    const took = yield* Effect.forEach(shapes, ({ lines, name }, n) =>
      Effect.promise(async () => {
        const started = performance.now()
        const sending = client.send(letterOf(corpus, n, lines()), brand.address)
        let most = 0
        let done = false
        const finished = sending.then(() => (done = true))
        while (!done) {
          most = Math.max(most, (await bystander.ask("NOOP", "198.51.100.250")).wait)
          await Promise.race([finished, sleep(20)])
        }
        const { code, text } = await sending
        if (code !== 250) throw new Error(`${name} was answered ${code} ${text}`)
        return { name, seconds: (performance.now() - started) / 1000, most }
      })
    )
    client.close()
    bystander.close()
    const [row] = yield* sql("select count(*)::int as count from tickets where source_id like 'hostile.%'")
    return [
      ...took.map(({ name, seconds }) => ({ label: name, value: seconds, unit: "s", must: { atMost: 10 } })),
      { label: "tickets", value: Number(row?.["count"]), unit: "", must: { atLeast: shapes.length } },
      {
        label: "what others waited meanwhile, at most",
        value: Math.max(...took.map(({ most }) => most)),
        unit: "ms",
        must: { atMost: 500 }
      }
    ]
  })
}

const letterOf = (corpus: Corpus, n: number, lines: ReadonlyArray<string>): Letter => {
  const { client, sender } = templateOf(corpus, n)
  const head = [...ownFields("hostile", n), `From: ${sender}`, "MIME-Version: 1.0"]
  return { client, sender, data: Buffer.from([...head, ...lines, ".", ""].join("\r\n")) }
}
