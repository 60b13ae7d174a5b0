import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { type EventReader, readEvents } from "../support/EventReader.ts"
import { type Facts, hostedInstallation, start } from "../support/RunningServer.ts"

const openTicket = ({ apiUrl, brandId, liveKey }: Facts, title: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${apiUrl}/v1/brands/${brandId}/tickets`, {
      method: "POST",
      headers: { authorization: `Bearer ${liveKey}`, "content-type": "application/json" },
      body: JSON.stringify({ title, customerEmail: "ada@example.com" })
    })
    assert.strictEqual(response.status, 201)
  })

const follow = ({ apiUrl, liveKey }: Facts, lastEventId?: string) =>
  readEvents(`${apiUrl}/v1/events/stream?types=ticket.created`, {
    authorization: `Bearer ${liveKey}`,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId })
  })

/** Reads this many events, as a client that remembers the last id. */
const take = Effect.fnUntraced(function* (reader: EventReader, count: number) {
  const titles: Array<string> = []
  let last = ""
  while (titles.length < count) {
    const frame = yield* reader.next
    if (frame === undefined) return yield* Effect.die("the stream has ended")
    if (frame.data === undefined) continue
    titles.push(JSON.parse(frame.data).data.title)
    last = frame.id ?? last
  }
  return { titles, last }
})

it.live(
  "A follower of the event stream misses nothing and sees nothing twice, even if the server is killed and stopped",
  () =>
    Effect.gen(function* () {
      const site = yield* hostedInstallation
      const first = yield* start(site)
      const reader = yield* follow(first.facts)
      for (const title of ["one", "two", "three"]) yield* openTicket(first.facts, title)
      const seen = yield* take(reader, 2)
      assert.deepStrictEqual(seen.titles, ["one", "two"])

      yield* Effect.promise(() => first.stop("SIGKILL"))
      const second = yield* start(site)
      const resumed = yield* follow(second.facts, seen.last)
      yield* openTicket(second.facts, "four")
      assert.deepStrictEqual((yield* take(resumed, 2)).titles, ["three", "four"])

      const exit = yield* Effect.promise(() => second.stop("SIGTERM"))
      assert.strictEqual(exit, 0)
      assert.isUndefined(yield* resumed.next)
      assert.notInclude(second.printed(), "ERROR")
    })
)
