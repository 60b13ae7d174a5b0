import { setTimeout as sleep } from "node:timers/promises"
import { createTransport } from "nodemailer"
import { Agent, type Dispatcher, request } from "undici"
import type { Ledger } from "./Ledger.ts"
import type { Running } from "./ServerProcess.ts"

/** Milliseconds before a refused or unanswered request is retried. */
const pause = 20
/** Milliseconds after which a request counts as unanswered. */
const patience = 20_000
/** The date of every mail. */
const writtenAt = new Date()
/** One ticket in this many is deleted. */
const deletedEvery = 4

export interface WritersOptions {
  readonly ledger: Ledger
  /** The server that currently responds; undefined while none does. */
  readonly server: () => Running | undefined
  /** Prefix of all markers of these writers. */
  readonly name: string
  /** Writers that keep their connections, and writers that open a new one per request. */
  readonly keeping: number
  readonly connecting?: number
  readonly mailing: number
}

/** Programs that write all the time, as careful clients do: an unanswered request is retried with the same key. */
export interface Writers {
  /** Starts this many more tickets at once. */
  readonly burst: (tickets: number) => void
  /** Resolves once everything that was started is acknowledged. */
  readonly stop: () => Promise<void>
}

interface Call {
  readonly method: "POST" | "PATCH" | "DELETE"
  /** Path below the brand. */
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

  /** Retries a call until it is acknowledged. A response that should never occur is recorded, and the call given up. */
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

  /** Opens a ticket, changes it twice and comments on it; some tickets are deleted in the end. */
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

/** The response to a request, or "not sent", or how the connection ended on which it was sent. */
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
    // Without a connection nothing was sent, whatever the error.
    const isUnconnected = error instanceof Error && "syscall" in error && error.syscall === "connect"
    if (isUnconnected || code === "UND_ERR_CONNECT_TIMEOUT") return "not sent"
    return error instanceof Error ? `${code} ${error.message}` : String(error)
  }
}

/** Whether the mail was accepted: false means try again; a string is a permanent refusal. */
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
      // A mail server resends the same bytes, with the date of the first attempt.
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
