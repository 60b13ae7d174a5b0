import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Fiber } from "effect"
import { percentile } from "../Figure.ts"
import { familyMegabytes, residentMegabytes } from "../processUsage.ts"
import { type Letter, letterOf, ownFields, type Template, templateOf } from "./corpus.ts"
import { MailClient } from "./MailClient.ts"
import type { MailMeasurement } from "./MailMeasurement.ts"
import { mailLoad } from "./mailLoad.ts"
import { makeBrand } from "./Site.ts"

/** Size of the message in transit, in bytes; the encoding of its file accounts for a quarter. */
const size = 26_214_400
/** Milliseconds between two readings of the memory. */
const look = 20
const perSecond = 10
/** Seconds for which other users are observed while the large message is received. */
const meanwhile = 4

export const large: MailMeasurement = {
  name: "large",
  about: "a message of 25 MiB: memory of the server and its readers, and what others wait meanwhile",
  measure: Effect.fnUntraced(function* ({ corpus, startNode }, { rounds }) {
    const node = yield* startNode()
    const brand = yield* makeBrand(node, "Large")
    let next = 0
    const others = Effect.fnUntraced(function* (seconds: number) {
      const done = yield* mailLoad({
        port: () => node.smtpPort,
        to: () => brand.address,
        inFlight: 4,
        seconds,
        perSecond,
        letter: (n) => letterOf(corpus, "small", n),
        from: next
      })
      next = done.next
      return done.waits
    })
    // Both readers are running and warm, so any growth comes from the large message.
    yield* others(10)
    const usual = yield* others(meanwhile)
    const growth = { server: 0, all: 0 }
    const taken: Array<number> = []
    const waits = { mails: [] as Array<number>, commands: [] as Array<number> }
    for (let round = 0; round < rounds; round++) {
      const before = { server: residentMegabytes(node.pid)?.now ?? 0, all: familyMegabytes(node.pid) }
      const watching = yield* Effect.sync(() => {
        growth.server = Math.max(growth.server, (residentMegabytes(node.pid)?.now ?? 0) - before.server)
        growth.all = Math.max(growth.all, familyMegabytes(node.pid) - before.all)
      }).pipe(Effect.andThen(Effect.sleep(look)), Effect.forever, Effect.forkChild)
      const mails = yield* Effect.forkChild(others(meanwhile))
      const commands = yield* Effect.forkChild(commandsAt(node.smtpPort, meanwhile))
      taken.push(yield* deliver(node.smtpPort, largeLetter(templateOf(corpus, round), round), brand.address))
      waits.mails.push(...(yield* Fiber.join(mails)))
      waits.commands.push(...(yield* Fiber.join(commands)))
      yield* Fiber.interrupt(watching)
    }
    return [
      { label: "taken in", value: Math.max(...taken), unit: "ms at most" },
      { label: "memory of the server, more", value: growth.server, unit: "MB", must: { atMost: 150 } },
      { label: "memory of the server and its readers, more", value: growth.all, unit: "MB", must: { atMost: 150 } },
      {
        label: "what other sessions wait for an answer meanwhile, at most",
        value: Math.max(...waits.commands),
        unit: "ms",
        must: { atMost: 500 }
      },
      { label: "small mails, from the last byte to 250, p99, else", value: percentile(usual, 0.99), unit: "ms" },
      {
        label: "small mails, from the last byte to 250, p99, meanwhile",
        value: percentile(waits.mails, 0.99),
        unit: "ms",
        must: { atMost: 500 }
      }
    ]
  })
}

/** A mail with a file that brings it to `size` bytes. */
const largeLetter = ({ client, sender }: Template, n: number): Letter => {
  const line = `${"QUJD".repeat(19)}\r\n`
  const start = [
    ...ownFields("large", n),
    `From: ${sender}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "The plans are attached.",
    "--b",
    'Content-Type: application/pdf; name="plans.pdf"',
    "Content-Transfer-Encoding: base64",
    'Content-Disposition: attachment; filename="plans.pdf"',
    "",
    ""
  ].join("\r\n")
  const end = "--b--\r\n.\r\n"
  const lines = Math.floor((size - start.length - end.length) / line.length)
  return { client, sender, data: Buffer.from(start + line.repeat(lines) + end, "latin1") }
}

/** Milliseconds until the mail was acknowledged; any other outcome is a defect. */
const deliver = (port: number, letter: Letter, to: string) =>
  Effect.promise(async () => {
    const client = new MailClient(port)
    const started = performance.now()
    const { code, text } = await client.send(letter, to)
    client.close()
    if (code !== 250) throw new Error(`the large mail was answered ${code} ${text}`)
    return performance.now() - started
  })

/** How long a session that only sends commands waits for each reply. */
const commandsAt = (port: number, seconds: number) =>
  Effect.promise(async () => {
    const client = new MailClient(port)
    const waits: Array<number> = []
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      waits.push((await client.ask("NOOP", "198.51.100.250")).wait)
      await sleep(look)
    }
    client.close()
    return waits
  })
