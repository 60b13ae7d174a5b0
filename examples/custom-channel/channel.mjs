// A complete custom channel: a chat on a web page. Needs only Node 20 or later.
// Posts visitors' messages to Trunkline, receives agents' replies at /callback, and reports their delivery to Trunkline.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

const { TRUNKLINE_URL = "http://localhost:3000", CHANNEL_ID = "", CHANNEL_SECRET = "", PORT = "4500" } = process.env
const api = `${TRUNKLINE_URL}/v1/channels/custom/${CHANNEL_ID}`

// In memory, to keep the example short: a real channel stores its messages, and those not posted yet, in a database.
const threads = new Map() // thread id → [{ from, text }]
const shown = new Map() // id of an outbound message → its line on the page
const thread = (id) => threads.get(id) ?? threads.set(id, []).get(id)

// Signatures (https://www.standardwebhooks.com), the same in both directions.
const key = CHANNEL_SECRET.startsWith("whsec_")
  ? Buffer.from(CHANNEL_SECRET.slice("whsec_".length), "base64")
  : Buffer.from(CHANNEL_SECRET)
const macOf = (id, timestamp, body) => createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()

const sign = (body) => {
  const [id, timestamp] = [randomUUID(), Math.floor(Date.now() / 1000)]
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": `${timestamp}`,
    "webhook-signature": `v1,${macOf(id, timestamp, body).toString("base64")}`
  }
}

const isGenuine = (headers, body) => {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers
  const isOfNow = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  if (!isOfNow) return false
  const expected = macOf(id, timestamp, body)
  // There are two signatures while a secret is being rotated.
  return signatures.split(" ").some((signature) => {
    const mac = Buffer.from(signature.replace(/^v1,/, ""), "base64")
    return signature.startsWith("v1,") && mac.length === expected.length && timingSafeEqual(mac, expected)
  })
}

// Posts to Trunkline until it responds: a message takes effect once, however often it is posted with one externalId.
const tell = async (what, payload, attempt = 1) => {
  const body = JSON.stringify(payload)
  const answer = await fetch(`${api}/${what}`, { method: "POST", headers: sign(body), body }).catch(() => undefined)
  if (answer?.ok) return
  const isFinal = answer !== undefined && answer.status < 500 && ![408, 409, 429].includes(answer.status)
  if (isFinal || attempt === 12) return console.error(`${what} was not taken:`, answer?.status, await answer?.text())
  const asked = Number(answer?.headers.get("retry-after")) * 1000
  await sleep(asked || 500 * 2 ** attempt)
  return tell(what, payload, attempt + 1)
}

// A customer writes. Messages of a conversation are posted in turn, since Trunkline keeps them in order of arrival.
const turns = new Map() // thread id → settles once its last message was posted
const say = (threadId, text) => {
  thread(threadId).push({ from: "You", text })
  const message = { externalId: randomUUID(), threadId, sender: { externalId: threadId, name: "Web visitor" }, text }
  const told = () => tell("messages", message)
  turns.set(threadId, (turns.get(threadId) ?? Promise.resolve()).then(told))
}

// An agent replies: stored first, then acknowledged, then reported as delivered, because the page shows it. Later, the
// agent may edit the reply, or take it back.
const callback = (request, body) => {
  if (!isGenuine(request.headers, body)) return { status: 401 }
  const message = JSON.parse(body.toString())
  const { attachments: files = [], messageId, recipient, text = "(taken back)", type } = message
  const known = shown.get(messageId)
  if (known && ["message.updated", "message.deleted"].includes(type)) Object.assign(known, { text, files })
  if (type !== "message.outbound") return { status: 200 }
  const line = known ?? { from: "Support", externalId: randomUUID(), text, files }
  if (!known) {
    shown.set(messageId, line)
    thread(message.threadId ?? recipient.externalId).push(line)
    tell("receipts", { messageId, status: "delivered" })
  }
  return { status: 200, type: "application/json", body: JSON.stringify({ externalId: line.externalId }) }
}

// The page, without JavaScript.
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const line = ({ files = [], from, text }) =>
  `<p><b>${from}</b> ${escaped(text)} ${files.map(({ filename, url }) => `<a href="${escaped(url)}">${escaped(filename)}</a>`).join(" ")}</p>`
const page = (
  threadId
) => `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Chat</title>
<h1>Chat with us</h1>${thread(threadId).map(line).join("\n")}
<form method="post" action="/say"><input name="text" autofocus required maxlength="2000"><button>Send</button></form>`

const bodyOf = async (request, limit = 2 * 1024 * 1024) => {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limit) throw new Error("too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const answer = async (request) => {
  const body = await bodyOf(request)
  const route = `${request.method} ${request.url.split("?")[0]}`
  if (route === "POST /callback") return callback(request, body)
  const threadId = /(?:^|; )thread=([\w-]{36})/.exec(request.headers.cookie ?? "")?.[1] ?? randomUUID()
  const cookie = { "set-cookie": `thread=${threadId}; HttpOnly; SameSite=Strict; Path=/` }
  if (route === "GET /") return { status: 200, type: "text/html; charset=utf-8", body: page(threadId), headers: cookie }
  if (route !== "POST /say") return { status: 404 }
  const text = (new URLSearchParams(body.toString()).get("text") ?? "").slice(0, 2000).trim()
  if (text !== "") say(threadId, text)
  return { status: 303, headers: { ...cookie, location: "/" } }
}

createServer(async (request, response) => {
  const { body = "", headers = {}, status, type = "text/plain" } = await answer(request).catch(() => ({ status: 400 }))
  response.writeHead(status, { "content-type": type, ...headers }).end(body)
}).listen(Number(PORT), "127.0.0.1", function () {
  console.log(`The chat is at http://127.0.0.1:${this.address().port}, its callback address at /callback`)
})
