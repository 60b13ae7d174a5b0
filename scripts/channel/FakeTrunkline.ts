import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { SigningKey } from "../../src/webhooks/Signature.ts"
import { verifySignature } from "../../src/webhooks/verifySignature.ts"

/** A request from the channel. */
export interface Told {
  readonly what: "messages" | "receipts"
  readonly payload: Readonly<Record<string, unknown>>
  /** What is wrong with the request; empty if it is correct. */
  readonly faults: ReadonlyArray<string>
  readonly answered: number
}

/** A server that a channel takes for Trunkline: it checks each request, and refuses the first of each kind with 503. */
export interface FakeTrunkline {
  readonly url: string
  readonly told: ReadonlyArray<Told>
  readonly close: () => Promise<void>
}

const maxBody = 2 * 1024 * 1024

export const startFakeTrunkline = async (
  channelId: string,
  key: SigningKey,
  wanted: number
): Promise<FakeTrunkline> => {
  const told: Array<Told> = []
  const known = new Set<string>()
  const server = createServer((request, response) => {
    void answer(request).then(({ body, status }) => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(status === 503 ? { "retry-after": "1" } : {})
      })
      response.end(JSON.stringify(body))
    })
  })

  const answer = async (request: IncomingMessage) => {
    const body = await bodyOf(request)
    const [, id, what] = /^\/v1\/channels\/custom\/([^/]+)\/(messages|receipts)$/.exec(request.url ?? "") ?? []
    if (request.method !== "POST" || (what !== "messages" && what !== "receipts"))
      return { status: 404, body: { code: "route_not_found" } }
    const payload = objectIn(body)
    const faults = [
      ...(id === channelId ? [] : [`the path names channel ${id} instead of ${channelId} (--channel)`]),
      ...signatureFaults(request, body, key),
      ...(payload === undefined
        ? ["the body is not a JSON object"]
        : what === "messages"
          ? messageFaults(payload)
          : receiptFaults(payload))
    ]
    const name = JSON.stringify([what, payload?.["externalId"], payload?.["messageId"], payload?.["status"]])
    const isFirst = !known.has(name)
    known.add(name)
    const status = faults.length > 0 ? 400 : isFirst ? 503 : what === "messages" ? 201 : 200
    told.push({ what, payload: payload ?? {}, faults, answered: status })
    return {
      status,
      body:
        status === 503
          ? { code: "unavailable" }
          : status === 400
            ? { code: "validation_failed", detail: faults.join("; ") }
            : what === "receipts"
              ? { success: true }
              : {
                  messageId: "inb_01m893khb3f5bbmdqn6zazb1ra",
                  ticketId: "tkt_01m896efq3e6hv4g62mf8gy9bq",
                  created: "ticket",
                  duplicate: false
                }
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(wanted, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    told,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= maxBody) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const objectIn = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const signatureFaults = ({ headers }: IncomingMessage, body: Buffer, key: SigningKey): ReadonlyArray<string> => {
  const one = (name: string) => {
    const value = headers[name]
    return typeof value === "string" ? value : undefined
  }
  const head = { id: one("webhook-id"), timestamp: one("webhook-timestamp"), signature: one("webhook-signature") }
  const missing = Object.entries(head).flatMap(([name, value]) =>
    value === undefined ? [`webhook-${name} is missing`] : []
  )
  if (missing.length > 0) return missing
  return verifySignature([key], head, body, Date.now())
    ? []
    : ["the signature does not match, or its timestamp is not current"]
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "" && value.length <= 255

const messageFaults = ({
  externalId,
  sender,
  text,
  threadId
}: Readonly<Record<string, unknown>>): ReadonlyArray<string> => [
  ...(isText(externalId) ? [] : ["externalId must be a string of 1 to 255 characters"]),
  ...(threadId === undefined || isText(threadId) ? [] : ["threadId must be a string of 1 to 255 characters"]),
  ...(typeof text === "string" ? [] : ["text must be a string"]),
  ...(typeof sender === "object" && sender !== null && ["externalId", "email", "phone"].some((name) => name in sender)
    ? []
    : ["sender must have an externalId, an email or a phone"])
]

const receiptFaults = ({ externalId, messageId, status }: Readonly<Record<string, unknown>>): ReadonlyArray<string> => [
  ...(isText(messageId) || isText(externalId) ? [] : ["messageId or externalId is required"]),
  ...(["sent", "delivered", "failed", "read"].includes(String(status))
    ? []
    : ["status must be sent, delivered, failed or read"])
]
