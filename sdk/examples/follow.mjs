// Follows events and remembers its position: after a restart, it continues from there.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { Trunkline } from "@trunkline/sdk"

const client = new Trunkline({ baseUrl: process.env.TRUNKLINE_URL, apiKey: process.env.TRUNKLINE_API_KEY })
const place = process.env.PLACE ?? "last-event.txt"
const after = existsSync(place) ? readFileSync(place, "utf8") : undefined

const stopping = new AbortController()
process.once("SIGINT", () => stopping.abort())

for await (const event of client.events.stream(
  { types: ["ticket.*", "comment.*"], after },
  { signal: stopping.signal }
)) {
  console.log(event.type, event.id)
  // Only after handling the event: after a crash in between, it is handled again, and never lost.
  writeFileSync(place, event.id)
}
