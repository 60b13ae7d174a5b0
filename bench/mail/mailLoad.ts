import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import type { Letter } from "./corpus.ts"
import { MailClient } from "./MailClient.ts"

/** Milliseconds between two checks of what is due. */
const tick = 5
/** Milliseconds before a client that was turned away, or could not connect, tries again. */
const pause = 20

export interface MailLoadOptions {
  /** The current mail port; may change while the load runs. */
  readonly port: () => number
  /** Recipient of the `n`th letter. */
  readonly to: (n: number) => string
  readonly inFlight: number
  /** How long letters are sent: for this many seconds, while this returns true, or until this many were sent. */
  readonly seconds?: number
  readonly while?: () => boolean
  readonly count?: number
  readonly letter: (n: number) => Letter
  /** Number of the first letter; a following run with the same letters starts where this one ended. */
  readonly from?: number
  /** Mails per second regardless of how long replies take (an open loop). If absent, as fast as mails are acknowledged. */
  readonly perSecond?: number
  /** Called for each acknowledged mail. */
  readonly taken?: () => void
  /** Whether a mail whose connection breaks is sent again, as a mail server would do; otherwise that is a failure. */
  readonly again?: boolean
}

export interface MailLoad {
  /** Numbers of the acknowledged letters. */
  readonly acknowledged: ReadonlySet<number>
  /** Acknowledged mails per second. */
  readonly rate: number
  /** Milliseconds from the last byte to the acknowledgement, for each mail. */
  readonly waits: ReadonlyArray<number>
  /** Number to start the next run with. */
  readonly next: number
}

/**
 * Sends letters over `inFlight` connections, and waits for the last replies. A mail that is deferred (451) is sent again after
 * a moment; any other refusal is a defect.
 */
export const mailLoad = (options: MailLoadOptions): Effect.Effect<MailLoad> =>
  Effect.promise(async () => {
    const { again = false, count, from = 0, inFlight, letter, perSecond, port, seconds, to } = options
    const acknowledged = new Set<number>()
    const waits: Array<number> = []
    const started = performance.now()
    const goesOn = () =>
      (seconds === undefined || performance.now() < started + seconds * 1000) &&
      (count === undefined || next < from + count) &&
      options.while?.() !== false
    let next = from
    /** The next letter, once it is due. */
    const due = async (): Promise<number | undefined> => {
      while (goesOn()) {
        const allowed = perSecond === undefined || next - from < ((performance.now() - started) / 1000) * perSecond
        if (allowed) return next++
        await sleep(tick)
      }
      return undefined
    }
    const work = async () => {
      let client = new MailClient(port())
      let at = port()
      for (let n = await due(); n !== undefined; n = await due()) {
        const one = letter(n)
        for (;;) {
          if (at !== port()) {
            client.close()
            at = port()
            client = new MailClient(at)
          }
          const verdict = await client.send(one, to(n))
          if (verdict.code === 250) {
            acknowledged.add(n)
            waits.push(verdict.wait)
            options.taken?.()
            break
          }
          const comesAgain = verdict.code === 451 || (again && [0, 421].includes(verdict.code))
          if (!comesAgain) throw new Error(`mail ${n} was answered ${verdict.code} ${verdict.text}`)
          await sleep(pause)
        }
      }
      client.close()
    }
    await Promise.all(Array.from({ length: inFlight }, work))
    return { acknowledged, waits, next, rate: (waits.length * 1000) / (performance.now() - started) }
  })
