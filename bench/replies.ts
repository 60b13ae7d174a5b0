import { visibleReply } from "../channels/email/reply/visibleReply.ts"
import { type ReplyFixture, replyFixtures } from "../test/support/replyFixtures.ts"
import { median } from "./median.ts"

// Measures how exactly replies are separated from their quotes, on the collected fixtures, and how long that takes. Run from
// the root of the repository: node bench/replies.ts

const say = (line: string) => process.stdout.write(`${line}\n`)

const score = (folder: string) => {
  const fixtures = replyFixtures(folder)
  const missed = fixtures.filter(({ mail, visible }) => visibleReply(mail).visible !== visible)
  const exact = fixtures.length - missed.length
  say(`${folder}: ${exact} of ${fixtures.length} exact (${((100 * exact) / fixtures.length).toFixed(1)} %)`)
  for (const { name } of missed) say(`  not: ${name}`)
}

/** Runs per size; the median is reported. */
const rounds = { "1 kB": 2_000, "100 kB": 100, "2 MB": 7 } as const
const sizes = { "1 kB": 1_000, "100 kB": 100_000, "2 MB": 2_000_000 } as const

/** A reply above a quoted thread of the given length, as plain text together with HTML of twice the length. */
const thread = (size: number): ReplyFixture["mail"] => {
  const attribution = "On Tue, Mar 5, 2024 at 3:12 PM Acme Support <support@acme.example> wrote:"
  const line = "> We will look into it and come back to you as soon as possible, Ines: 10:30.\n"
  const quoted = line.repeat(Math.max(1, Math.floor((size - 120) / line.length)))
  const html = `<p style="margin:0;font-family:Arial">${line.slice(2)}</p>`.repeat(quoted.length / line.length)
  return {
    text: `Thank you.\n\n${attribution}\n\n${quoted}`,
    html: `<div dir="ltr">Thank you.</div><div class="gmail_quote"><div class="gmail_attr">${attribution
      .replace("<", "&lt;")
      .replace(">", "&gt;")}</div><blockquote class="gmail_quote">${html}</blockquote></div>`
  }
}

const milliseconds = (mail: ReplyFixture["mail"], count: number) => {
  const times: Array<number> = []
  for (let round = 0; round < count; round++) {
    const began = performance.now()
    visibleReply(mail)
    times.push(performance.now() - began)
  }
  return median(times).toFixed(3)
}

score("tuned")
score("held-out")
score("fresh")
say("text     plain, ms   with HTML, ms   no quote, ms")
for (const size of ["1 kB", "100 kB", "2 MB"] as const) {
  const mail = thread(sizes[size])
  const own = "It is order 4711 of 05.03.2024, and this is what happened:\n".repeat(sizes[size] / 58)
  const times = [{ text: mail.text }, mail, { text: own }].map((kind) => milliseconds(kind, rounds[size]))
  say(`${size.padEnd(9)}${times.map((time) => time.padEnd(14)).join("")}`)
}
