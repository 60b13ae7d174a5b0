import { setTimeout as sleep } from "node:timers/promises"
import { createTransport } from "nodemailer"
import { Agent, type Dispatcher, request } from "undici"
import type { Ledger } from "./Ledger.ts"
import type { Running } from "./ServerProcess.ts"

/** Milliseconds before a refused or unanswered request is sent again. */
const pause = 20
/** Milliseconds without an answer after which a request counts as unanswered. */
const patience = 20_000
/** The date of every mail. */
const writtenAt = new Date()
/** Every so many tickets one is deleted. */
const deletedEvery = 4

export interface WritersOptions {
  readonly ledger: Ledger
  /** Who answers at the moment; undefined while nobody does. */
  readonly server: () => Running | undefined
  /** What all markers of these writers begin with. */
  readonly name: string
  /** Writers that keep their connections, and such that make a new one for each request. */
  readonly keeping: number
  readonly connecting?: number
  readonly mailing: number
}

/** Programs that write all the time, each as a careful one does: what was not answered is sent again, under the same key. */
export interface Writers {
  /** So many more tickets at once. */
  readonly burst: (tickets: number) => void
  /** Resolves when everything that was begun is acknowledged. */
  readonly stop: () => Promise<void>
}

interface Call {
  readonly method: "POST" | "PATCH" | "DELETE"
  /** Below the brand. */
  readonly path: string
  readonly key: string
  readonly body?: unknown
  readonly reset?: boolean | undefined
}

export const startWriters = ({ ledger, server, ...options }: WritersOptions): Writers => {
  const agent = new Agent({ headersTimeout: patience, bodyTimeout: patience, connect: { timeout: 5_000 } })
  const underWay = new Set<Promise<void>>()
  let goesOn = true
  let burst = 0

  /** Sends a call until it is acknowledged. A call that nobody should refuse is given up, and told. */
  const call = async ({ body, key, method, path, reset }: Call): Promise<Record<string, unknown> | undefined> => {
    let since: number | undefined
    for (;;) {
      const target = server()
      if (target === undefined) {
        await sleep(pause)
        continue
      }
      const sent = performance.now()
      ledger.inFlight++
      const answer = await ask(agent, {
        method,
        url: `${target.origin}/v1/brands/${target.brandId}${path}`,
        key: target.key,
        idempotencyKey: key,
        body,
        reset: reset === true
      })
      ledger.inFlight--
      const now = performance.now()
      if (typeof answer === "string" && answer !== "not sent") {
        ledger.unanswered++
        ledger.breaks.push(
          `${answer}, ${reset === true ? "new" : "kept"} connection, ${Math.round(now - sent)} ms after`
        )
        since = Number.POSITIVE_INFINITY
      } else if (answer !== "not sent") {
        if (since !== undefined) since = Math.min(since, sent)
        const { headers, status, text } = answer
        if (status < 300) {
          if (since !== undefined) ledger.longestStuck = Math.max(ledger.longestStuck, now - since)
          ledger.acknowledge()
          return JSON.parse(text) as Record<string, unknown>
        }
        if (status === 503 && headers["retry-after"] !== undefined) ledger.refusals.push(now - sent)
        else if (!(status === 409 && text.includes("idempotency_in_progress"))) {
          ledger.wrong.push(`${method} ${path} ${status} ${text.slice(0, 200)}`)
          return undefined
        }
      }
      await sleep(pause)
    }
  }

  /** A ticket, two changes and a comment; some are deleted in the end. */
  const ticket = async (marker: string, deletes: boolean, reset = false) => {
    const opened = await call({
      method: "POST",
      path: "/tickets",
      key: marker,
      body: { title: marker, body: marker, customerEmail: `${marker.length}-${marker.slice(-2)}@north.example` },
      reset
    })
    if (opened === undefined) return
    const expected = {
      marker,
      number: Number(opened["ticketNumber"]),
      title: marker,
      edits: 0,
      comments: new Set<string>(),
      deleted: false
    }
    const path = `/tickets/${opened["id"]}`
    ledger.tickets.set(String(opened["id"]), expected)
    for (const title of [`${marker} first`, `${marker} second`]) {
      if ((await call({ method: "PATCH", path, key: title.replace(" ", "-"), body: { title }, reset })) === undefined)
        return
      expected.title = title
      expected.edits++
      if (expected.comments.size > 0) continue
      const comment = { method: "POST", path: `${path}/comments`, key: `${marker}-comment`, reset } as const
      if ((await call({ ...comment, body: { body: `${marker} comment` } })) === undefined) return
      expected.comments.add(`${marker} comment`)
    }
    if (deletes && (await call({ method: "DELETE", path, key: `${marker}-delete`, reset })) !== undefined)
      expected.deleted = true
  }

  const mail = async (marker: string) => {
    const messageId = `${marker}@mail.example`
    for (;;) {
      const target = server()
      const taken = target === undefined ? false : await sendMail(target, messageId, marker)
      if (typeof taken === "string") return void ledger.wrong.push(taken)
      if (taken) {
        ledger.mails.add(messageId)
        return ledger.acknowledge()
      }
      await sleep(pause)
    }
  }

  const track = (work: Promise<void>) => {
    const tracked: Promise<void> = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const forever = async (one: (n: number) => Promise<void>) => {
    for (let n = 0; goesOn; n++) await one(n)
  }
  const { connecting = 0, keeping, mailing, name } = options
  for (let w = 0; w < keeping + connecting; w++)
    track(forever((n) => ticket(`${name}-w${w}-${n}`, n % deletedEvery === 0, w >= keeping)))
  for (let w = 0; w < mailing; w++) track(forever((n) => mail(`${name}-m${w}-${n}`)))

  return {
    burst: (tickets) => {
      burst++
      for (let n = 0; n < tickets; n++) track(ticket(`${name}-b${burst}-${n}`, false))
    },
    stop: async () => {
      goesOn = false
      while (underWay.size > 0) await Promise.all(underWay)
      await agent.destroy()
    }
  }
}

/** The answer to a request, or "not sent", or how the connection ended that it was sent on. */
const ask = async (
  agent: Agent,
  call: {
    readonly method: Dispatcher.HttpMethod
    readonly url: string
    readonly key: string
    readonly idempotencyKey: string
    readonly body: unknown
    readonly reset: boolean
  }
) => {
  try {
    const { body, headers, statusCode } = await request(call.url, {
      dispatcher: agent,
      method: call.method,
      headers: {
        authorization: `Bearer ${call.key}`,
        "content-type": "application/json",
        "idempotency-key": call.idempotencyKey
      },
      reset: call.reset,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) })
    })
    return { status: statusCode, headers, text: await body.text() }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    // Without a connection nothing was sent, whatever ended it.
    const isUnconnected = error instanceof Error && "syscall" in error && error.syscall === "connect"
    if (isUnconnected || code === "UND_ERR_CONNECT_TIMEOUT") return "not sent"
    return error instanceof Error ? `${code} ${error.message}` : String(error)
  }
}

/** Whether the mail was taken: false is worth another attempt, a text says how it was refused for good. */
const sendMail = async ({ smtpPort, supportAddress }: Running, messageId: string, marker: string) => {
  const transport = createTransport({
    host: "127.0.0.1",
    port: smtpPort,
    ignoreTLS: true,
    connectionTimeout: 5_000,
    greetingTimeout: patience,
    socketTimeout: patience
  })
  try {
    await transport.sendMail({
      from: `${marker}@south.example`,
      to: supportAddress,
      subject: marker,
      text: marker,
      messageId: `<${messageId}>`,
      // A server sends the same bytes again, with the date of the first time.
      date: writtenAt
    })
    return true
  } catch (error) {
    const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0
    return code >= 500 ? `mail ${code} ${error}` : false
  } finally {
    transport.close()
  }
}
