/**
 * The raw loop that deliveries are compared with, in its own process: posts the same body again and again, several at a time,
 * signs nothing, stores nothing. Arguments: client (`fetch` or `undici`), URL, length (`20000 posts` or `2 s`), concurrency.
 * Prints the posts per second.
 */
import { performance } from "node:perf_hooks"
import { Pool } from "undici"

const [client, address = "", length = "", inFlight = "1"] = process.argv.slice(2)
const [amount = "0", unit] = length.split(" ")
const url = new URL(address)
const body = `{"data":{"id":"","filler":"${"x".repeat(1_060)}"}}`
const headers = { "content-type": "application/json" }
const pool = new Pool(url.origin, { connections: Number(inFlight) })

const post =
  client === "fetch"
    ? () => fetch(url, { method: "POST", headers, body }).then((response) => response.text())
    : () => pool.request({ method: "POST", path: url.pathname, headers, body }).then((answer) => answer.body.text())

await Promise.all(Array.from({ length: 8 }, post))
const started = performance.now()
let begun = 0
const isOver = unit === "s" ? () => performance.now() - started >= Number(amount) * 1000 : () => begun >= Number(amount)
const loop = async () => {
  while (!isOver()) {
    begun++
    await post()
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, loop))
process.stdout.write(`${(begun * 1000) / (performance.now() - started)}\n`)
process.exit()
