import type { ChildProcess } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { MimeParser } from "../../../channels/email/MimeParser.ts"
import { hostileMails, html } from "../../support/hostileMails.ts"
import { message } from "../../support/message.ts"

const mail = (text: string) => ({
  source: { bytes: new Uint8Array(Buffer.from(text)) },
  folder: "",
  returnPath: "i@north.example"
})

layer(MimeParser.layer(), { excludeTestServices: true })("MimeParser", (it) => {
  it.effect("reads header and body", () =>
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const { body, head, problem } = yield* parser.parse(mail(message({ id: "one@north.example" })))
      assert.isUndefined(problem)
      assert.deepInclude(head, {
        messageId: "one@north.example",
        subject: "Invoice shows the wrong company",
        kind: "human"
      })
      assert.strictEqual(body?.text, "Please correct the address.")
    })
  )

  it.effect("returns what HTML shows, sanitized", () =>
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const found = yield* parser.parse(mail(html("<p onclick=x>Hello</p><script>x</script>")))
      assert.strictEqual(found.html, "<p>Hello</p>")
      assert.strictEqual(found.body?.text, "Hello")
      assert.isUndefined((yield* parser.parse(mail(message()))).html)
    })
  )

  for (const [name, text] of Object.entries(hostileMails)) {
    it.effect(`survives ${name} without delaying anyone`, () =>
      Effect.gen(function* () {
        const parser = yield* MimeParser
        let longestStall = 0
        let last = performance.now()
        const watch = setInterval(() => {
          longestStall = Math.max(longestStall, performance.now() - last)
          last = performance.now()
        }, 5)
        const began = performance.now()
        const { body, head, problem } = yield* Effect.ensuring(
          parser.parse(mail(text)),
          Effect.sync(() => clearInterval(watch))
        )
        // Ten seconds of parsing, five for HTML, and the time that a busy machine needs to start a reader.
        assert.isBelow(performance.now() - began, 30_000)
        assert.isBelow(longestStall, 3_000)
        assert.isDefined(head)
        assert.isTrue((body === undefined) !== (problem === undefined))
        assert.strictEqual((yield* parser.parse(mail(message()))).body?.text, "Please correct the address.")
      })
    )
  }
})

// A busy machine takes long to run out of memory; the time limit must not be reached first.
const short = { readers: 1, memory: 28, start: Duration.minutes(1), time: Duration.minutes(1) }
layer(MimeParser.layer(short), { excludeTestServices: true })("MimeParser with little memory", (it) => {
  it.effect("ends the reader that uses too much, says so, and parses the next message", () =>
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const text = "\u0436\n".repeat(3_000_000)
      const greedy = yield* parser.parse(
        mail(message({ headers: "Content-Type: text/html; charset=utf-8\r\n", body: text }))
      )
      assert.isUndefined(greedy.body)
      assert.include(greedy.problem, "memory")
      assert.strictEqual(greedy.head?.subject, "Invoice shows the wrong company")
      assert.strictEqual((yield* parser.parse(mail(message()))).body?.text, "Please correct the address.")
    })
  )
})

layer(MimeParser.layer({ readers: 1, htmlTime: Duration.millis(1) }), { excludeTestServices: true })(
  "MimeParser with little time for HTML",
  (it) => {
    it.effect("omits the HTML, and keeps the text", () =>
      Effect.gen(function* () {
        const parser = yield* MimeParser
        const found = yield* parser.parse(mail(html(`<p>Hello</p>${"<a>x</a>".repeat(130_000)}`)))
        assert.isUndefined(found.problem)
        assert.isUndefined(found.html)
        assert.match(found.body?.text ?? "", /^Hello/)
        assert.strictEqual((yield* parser.parse(mail(message()))).body?.text, "Please correct the address.")
      })
    )
  }
)

const hasty = { readers: 1, start: Duration.millis(1), time: Duration.millis(1), wait: Duration.millis(1) }
layer(MimeParser.layer(hasty), {
  excludeTestServices: true
})("MimeParser with little time", (it) => {
  it.effect("gives up on a message that takes too long", () =>
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const { body, problem } = yield* parser.parse(mail(message()))
      assert.isUndefined(body)
      assert.include(problem, "longer than 1ms")
    })
  )

  it.effect("says that it is busy when a message would wait too long for a reader", () =>
    Effect.gen(function* () {
      const parser = yield* MimeParser
      const exits = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.exit(parser.parse(mail(message()))),
        {
          concurrency: "unbounded"
        }
      )
      const busy = exits.filter((exit) => exit._tag === "Failure")
      assert.isAbove(busy.length, 0)
      assert.isBelow(busy.length, 20)
    })
  )
})

const patient = { wait: Duration.minutes(5), largeWait: Duration.minutes(5) }
layer(MimeParser.layer({ readers: 1, ...patient }), { excludeTestServices: true })(
  "MimeParser with large messages",
  (it) => {
    it.effect("lets small ones overtake, one at a time as they are parsed", () =>
      Effect.gen(function* () {
        const parser = yield* MimeParser
        const folder = mkdtempSync(join(tmpdir(), "large-"))
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
        const path = join(folder, "message")
        writeFileSync(path, message({ body: "A long line.\r\n".repeat(400_000) }))
        const finished: Array<string> = []
        const read = (name: string, source: { readonly path: string } | { readonly bytes: Uint8Array }) =>
          Effect.map(parser.parse({ source, folder, returnPath: "" }), ({ body }) => {
            assert.isDefined(body)
            finished.push(name)
          })
        const small = { bytes: Buffer.from(message()) }
        yield* Effect.all(
          [
            ...["first", "second", "third"].map((name) => read(name, { path })),
            Effect.andThen(
              Effect.yieldNow,
              Effect.forEach(["a", "b", "c"], (name) => read(name, small))
            )
          ],
          { concurrency: "unbounded", discard: true }
        )
        assert.isBelow(finished.indexOf("c"), finished.indexOf("third"))
      })
    )
  }
)

layer(MimeParser.layer({ readers: 1, idle: Duration.millis(1) }), { excludeTestServices: true })("MimeParser", (it) => {
  it.effect("parses a message that arrives while an idle reader is being ended", () =>
    Effect.gen(function* () {
      const parser = yield* MimeParser
      for (const pause of [0, 1, 2, 3, 1, 2, 3]) {
        yield* Effect.sleep(pause)
        assert.isUndefined((yield* parser.parse(mail(message({})))).problem)
      }
    })
  )
})

for (const noticed of [true, false]) {
  layer(MimeParser.layer(), { excludeTestServices: true })("MimeParser", (it) => {
    it.effect(`parses a message after an idle reader was killed, ${noticed ? "" : "not "}noticed before`, () =>
      Effect.gen(function* () {
        const parser = yield* MimeParser
        const readers: Array<ChildProcess> = []
        const hear = (begun: unknown) => readers.push((begun as { readonly process: ChildProcess }).process)
        yield* Effect.acquireRelease(
          Effect.sync(() => subscribe("child_process", hear)),
          () => Effect.sync(() => unsubscribe("child_process", hear))
        )
        yield* parser.parse(mail(message()))
        const [reader] = readers
        assert.isDefined(reader?.pid)
        process.kill(reader.pid, "SIGKILL")
        if (noticed) yield* Effect.promise(() => once(reader, "exit"))
        const { body, problem } = yield* parser.parse(mail(message()))
        assert.isUndefined(problem)
        assert.strictEqual(body?.text, "Please correct the address.")
      })
    )
  })
}
