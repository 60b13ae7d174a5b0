import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { signatureHeaders, signingKey } from "../../src/webhooks/Signature.ts"

/** A rule that was checked, and the result. `advice` means that it is no fault, but worth knowing. */
export interface Finding {
  readonly rule: string
  readonly result: "holds" | "broken" | "advice"
  readonly detail?: string
}

export interface Target {
  /** The channel's callback URL. */
  readonly url: string
  readonly secret: string
  readonly channelId: string
}

/** A response of the channel. */
export interface Answer {
  readonly status: number | undefined
  readonly body: string
  readonly ms: number
  /** Why there is no status. */
  readonly trouble?: string
}

/** Milliseconds that a callback may take. */
const patience = 10_000

/** An outbound message as Trunkline sends it. */
export const outbound = (channelId: string, more: object = {}) => {
  const messageId = `msg_${randomUUID()}`
  return {
    id: messageId,
    messageId,
    type: "message.outbound",
    channelId,
    brandId: "br_01m893khb3f5bbmdqn6zazb1ra",
    livemode: false,
    ticketId: "tkt_01m896efq3e6hv4g62mf8gy9bq",
    commentId: "cmt_01m896efq3e6hv4g62mf8gy9bq",
    threadId: `thread-${randomUUID()}`,
    recipient: { externalId: "check-1", name: "Channel Check" },
    text: "Hello from the channel check. Ümläute, 漢字 and <b>signs</b> stay as they are.",
    attachments: [],
    timestamp: new Date().toISOString(),
    ...more
  }
}

/** The body of a callback of any type. */
type Posted = Partial<ReturnType<typeof outbound>> & { readonly id: string }

const keyOf = (secret: string) => signingKey(Redacted.make(secret))

/** Posts a body to the channel with these headers, and those that every callback has. */
const post = async (url: string, body: string, headers: Record<string, string>): Promise<Answer> => {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": "Trunkline-Webhooks/1",
        "x-trunkline-event": "message.outbound",
        "x-trunkline-attempt": "1",
        ...headers
      },
      body,
      signal: AbortSignal.timeout(patience)
    })
    return { status: response.status, body: await response.text(), ms: ms() }
  } catch (error) {
    return { status: undefined, body: "", ms: ms(), trouble: troubleOf(error) }
  }
}

/** Why there was no response, in the words of the network if possible. */
const troubleOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "it did not respond"
  if (error.name === "TimeoutError") return `it did not respond within ${patience / 1000} s`
  const { cause } = error
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : error.message
  return `it could not be reached (${code})`
}

interface Signing {
  readonly secrets?: readonly [string, string?]
  readonly id?: string
  readonly at?: number
}

/** Signs a message as Trunkline does, or as a test needs it. */
const signedPost = (target: Target, message: Posted, signing: Signing = {}, sentBody?: string) => {
  const { at = Math.floor(Date.now() / 1000), id = message.id, secrets = [target.secret] } = signing
  const body = JSON.stringify(message)
  const [current, previous] = secrets
  const keys = [keyOf(current), previous === undefined ? undefined : keyOf(previous)] as const
  return post(target.url, sentBody ?? body, signatureHeaders(keys, id, at, body))
}

/** The first response that is not 2xx, or else the last one. */
const worst = async (target: Target, messages: ReadonlyArray<Posted>): Promise<Answer> => {
  let last: Answer = { status: undefined, body: "", ms: 0 }
  for (const message of messages) {
    last = await signedPost(target, message)
    if (!isTaken(last)) return last
  }
  return last
}

const isTaken = ({ status }: Answer) => status !== undefined && status >= 200 && status < 300
const isRefused = ({ status }: Answer) => status !== undefined && status >= 400 && status < 500
const said = ({ status, trouble = "it did not respond" }: Answer) =>
  status === undefined ? trouble : `it answered ${status}`

const expect = (rule: string, answer: Answer, holds: (answer: Answer) => boolean): Finding =>
  holds(answer) ? { rule, result: "holds" } : { rule, result: "broken", detail: said(answer) }

const externalIdIn = ({ body }: Answer): string | undefined => {
  try {
    const value: unknown = JSON.parse(body)
    const id = typeof value === "object" && value !== null && "externalId" in value ? value.externalId : undefined
    return typeof id === "string" ? id : undefined
  } catch {
    return undefined
  }
}

/** Checks how a channel handles posts to its callback URL. Returns the id of the message that it accepted. */
export const checkCallback = async (
  target: Target
): Promise<{ readonly findings: ReadonlyArray<Finding>; readonly messageId: string }> => {
  const now = Math.floor(Date.now() / 1000)
  const { channelId } = target
  const first = outbound(channelId)
  const taken = await signedPost(target, first)
  const isThere = expect("accepts a signed message with 2xx", taken, isTaken)
  // If nobody listens, there is nothing more to check.
  if (taken.status === undefined) return { findings: [isThere], messageId: first.messageId }
  const again = await signedPost(target, first, { at: now + 1 })
  const names = [externalIdIn(taken), externalIdIn(again)]
  const other = `whsec_${Buffer.from("another secret, nobody's").toString("base64")}`
  const refusal = async (rule: string, signing: Signing, sentBody?: (body: string) => string) => {
    const message = outbound(channelId)
    const answer = await signedPost(target, message, signing, sentBody?.(JSON.stringify(message)))
    return expect(rule, answer, isRefused)
  }
  const unsigned = JSON.stringify(outbound(channelId))
  const revision = { ...first, id: `msg_${randomUUID()}`, ...(names[0] === undefined ? {} : { externalId: names[0] }) }
  const edit = { ...revision, type: "message.updated", text: "Hello again from the channel check." }
  const { attachments: _, text: __, ...rest } = revision
  const removal = { ...rest, id: `msg_${randomUUID()}`, type: "message.deleted" }
  const findings: ReadonlyArray<Finding> = [
    isThere,
    taken.ms < patience / 2
      ? { rule: "responds in time", result: "holds" }
      : { rule: "responds in time", result: "advice", detail: `it took ${taken.ms} ms of the 10 s allowed` },
    expect("accepts the same message again with 2xx, as after a lost response", again, isTaken),
    names[0] === undefined
      ? {
          rule: "names the message in its response",
          result: "advice",
          detail: "no externalId: receipts need the messageId"
        }
      : names[0] === names[1]
        ? { rule: "names the message in its response, identically each time", result: "holds" }
        : {
            rule: "names the message in its response, identically each time",
            result: "broken",
            detail: "two names for one webhook-id: the message was posted twice"
          },
    expect("rejects an unsigned message", await post(target.url, unsigned, {}), isRefused),
    await refusal("rejects a signature made with another secret", { secrets: [other] }),
    await refusal("rejects an altered body", {}, (body) => body.replace("Hello", "Hullo")),
    await refusal("rejects a timestamp ten minutes in the past", { at: now - 600 }),
    await refusal("rejects a timestamp ten minutes in the future", { at: now + 600 }),
    expect(
      "accepts either of two signatures, as during a rotation of its secret",
      await signedPost(target, outbound(channelId), { secrets: [other, target.secret] }),
      isTaken
    ),
    expect(
      "accepts message.test, and any other type, with 2xx",
      await signedPost(target, { ...outbound(channelId), type: "message.test" }),
      isTaken
    ),
    expect("accepts an edit of the message", await signedPost(target, edit), isTaken),
    expect(
      "accepts the deletion of the message, twice, and of a message that it does not know",
      await worst(target, [
        removal,
        removal,
        { ...removal, id: `msg_${randomUUID()}`, messageId: `msg_${randomUUID()}` }
      ]),
      isTaken
    ),
    expect(
      "accepts a message without a thread, files and a known recipient, and with unknown members",
      await signedPost(
        target,
        outbound(channelId, { threadId: undefined, recipient: { externalId: "check-2" }, somethingNew: { a: 1 } })
      ),
      isTaken
    ),
    expect(
      "accepts a message with a file",
      await signedPost(
        target,
        outbound(channelId, {
          attachments: [{ filename: "a.txt", contentType: "text/plain", size: 3, url: "http://127.0.0.1:9/a.txt" }]
        })
      ),
      isTaken
    )
  ]
  return { findings, messageId: first.messageId }
}
