import { readdirSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { createTransport } from "nodemailer"
import { Agent, request } from "undici"
import { type Figure, percentile } from "../Figure.ts"
import { residentMegabytes } from "../processUsage.ts"
import type { Site } from "./Site.ts"

/** Source address of the honest users, different from the attackers' address. */
const localAddress = "127.0.0.2"
/** Milliseconds: between two requests of the same kind, between two mails, and until a request counts as unanswered. */
const pause = 100
const mailPause = 2_000
const patience = 5_000

/** What an honest user observed in the meantime. */
export interface Testimony {
  readonly health: ReadonlyArray<number>
  readonly api: ReadonlyArray<number>
  readonly mails: number
  /** The failures, in words. */
  readonly failures: { readonly health: Array<string>; readonly api: Array<string>; readonly mail: Array<string> }
  /** Highest memory use of the server, in MB. */
  readonly memory: number
}

/** A user who checks the server's health, reads a ticket and sends mail, over and over until told to stop. */
export const witness = (site: Site) => {
  const fresh = new Agent({ connect: { localAddress }, pipelining: 0, headersTimeout: patience })
  const kept = new Agent({ connect: { localAddress }, headersTimeout: patience, connections: 4 })
  const mailer = createTransport({
    ...{ host: "127.0.0.1", port: site.smtpPort, localAddress, ignoreTLS: true },
    ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience * 4 }
  })
  const health: Array<number> = []
  const api: Array<number> = []
  const failures: Testimony["failures"] = { health: [], api: [], mail: [] }
  let mails = 0
  let memory = 0
  let isOver = false

  const ask = async (path: string, dispatcher: Agent, times: Array<number>, failed: Array<string>) => {
    const began = performance.now()
    const authorization = `Bearer ${site.key}`
    try {
      const { body, statusCode } = await request(site.origin + path, { dispatcher, headers: { authorization } })
      await body.dump()
      if (statusCode !== 200) failed.push(String(statusCode))
    } catch (error) {
      failed.push(String(error))
    }
    times.push(performance.now() - began)
  }
  const each = async (milliseconds: number, what: () => Promise<unknown>) => {
    const running = new Set<Promise<unknown>>()
    while (!isOver) {
      const one = what().finally(() => running.delete(one))
      running.add(one)
      await sleep(milliseconds)
    }
    await Promise.all(running)
  }
  const send = async () => {
    const number = mails++
    const from = `sender-${number % 500}@north.example`
    try {
      await mailer.sendMail({ from, to: site.address, subject: `Mail ${number}`, text: "Is it well?" })
    } catch (error) {
      failures.mail.push(String(error))
    }
  }
  const all = Promise.all([
    each(pause, () => ask("/v1/health", fresh, health, failures.health)),
    each(pause, () => ask(site.ticket, kept, api, failures.api)),
    each(mailPause, send),
    each(pause, async () => {
      memory = Math.max(memory, residentMegabytes(site.pid)?.now ?? 0)
    })
  ])
  return async (): Promise<Testimony> => {
    isOver = true
    await all
    await Promise.all([fresh.destroy(), kept.destroy()])
    return { health, api, mails, failures, memory }
  }
}

/** Number of files and sockets that the server has open. */
export const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Largest event loop delay since the last call, in seconds. */
export const latest = async ({ origin }: Site): Promise<number> => {
  const { body } = await request(`${origin}/metrics`)
  return Number(/event_loop_delay_seconds\{percentile="100"\} (\S+)/.exec(await body.text())?.[1])
}

/** The state before an attack. */
export interface Quiet {
  /** Resident memory in MB. */
  readonly memory: number
  /** What a witness observed. */
  readonly told: Testimony
}

/** The figures that every attack must meet. `quiet` is the state before the attack, `late` the largest event loop delay. */
export const figures = (told: ReadonlyArray<Testimony>, quiet: Quiet, late: number): ReadonlyArray<Figure> => {
  const failed = (kind: keyof Testimony["failures"]) => told.flatMap(({ failures }) => failures[kind])
  const words = (kind: keyof Testimony["failures"]) => [...new Set(failed(kind))].slice(0, 3).join("; ")
  const said = (label: string, kind: keyof Testimony["failures"]) =>
    words(kind) === "" ? label : `${label} (${words(kind)})`
  const p99 = (times: ReadonlyArray<number>) => `${Math.round(percentile(times, 0.99))} ms`
  const health = told.flatMap(({ health }) => health)
  const api = told.flatMap(({ api }) => api)
  const mails = told.reduce((sum, { mails }) => sum + mails, 0)
  return [
    {
      label: said(`of ${health.length} questions of health failed`, "health"),
      value: failed("health").length,
      unit: "",
      must: { atMost: 0 }
    },
    {
      label: `health, p99; before: ${p99(quiet.told.health)}`,
      value: percentile(health, 0.99),
      unit: "ms",
      must: { atMost: 250 }
    },
    { label: said(`of ${api.length} reads of a ticket failed`, "api"), value: failed("api").length, unit: "" },
    {
      label: `a ticket read, p99; before: ${p99(quiet.told.api)}`,
      value: percentile(api, 0.99),
      unit: "ms",
      must: { atMost: 500 }
    },
    {
      label: said(`of ${mails} mails from another address refused`, "mail"),
      value: failed("mail").length,
      unit: "",
      must: { atMost: 0 }
    },
    {
      label: "more memory at most",
      value: Math.max(...told.map(({ memory }) => memory)) - quiet.memory,
      unit: "MB",
      must: { atMost: 150 }
    },
    { label: "the event loop late at most", value: late * 1000, unit: "ms", must: { atMost: 100 } }
  ]
}
