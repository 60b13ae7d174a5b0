import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { Pool } from "undici"
import type { Target } from "../load.ts"
import { clock } from "./Receivers.ts"

/** Milliseconds between two checks of what is due. */
const tick = 5
/** Most concurrent requests per server; anything due beyond that waits. */
const connections = 64

/** The acknowledged tickets: when each was requested and answered, in milliseconds of the machine's clock. */
export type Acknowledged = ReadonlyMap<string, { readonly sent: number; readonly answered: number }>

export interface FlowOptions {
  /** The servers at which tickets are opened, in turn; may change while the flow runs. */
  readonly targets: () => ReadonlyArray<Target>
  readonly brandIds: ReadonlyArray<string>
  readonly perSecond: number
  readonly seconds: number
}

/**
 * Opens tickets at a steady rate regardless of earlier responses (an open loop), and returns the acknowledged ones. A refused
 * or broken request is neither a ticket nor an error here.
 */
export const flow = ({ brandIds, perSecond, seconds, targets }: FlowOptions): Effect.Effect<Acknowledged> =>
  Effect.promise(async () => {
    const acknowledged = new Map<string, { readonly sent: number; readonly answered: number }>()
    const pools = new Map<string, Pool>()
    const poolOf = (origin: string) => {
      const pool = pools.get(origin) ?? new Pool(origin, { connections, headersTimeout: 10_000, connectTimeout: 2_000 })
      pools.set(origin, pool)
      return pool
    }
    const open = async (n: number) => {
      const all = targets()
      const target = all[n % all.length]
      if (target === undefined) return
      const sent = clock()
      const answer = await poolOf(target.origin).request({
        method: "POST",
        path: `/v1/brands/${brandIds[n % brandIds.length]}/tickets`,
        headers: { authorization: `Bearer ${target.key}`, "content-type": "application/json" },
        body: JSON.stringify({
          title: `Invoice ${n} shows the wrong company`,
          body: "Please correct the address on it. ".repeat(8),
          customerEmail: `customer${n % 500}@north.example`
        })
      })
      const answered = clock()
      const text = await answer.body.text()
      // A 201 is a ticket, by the API's contract.
      if (answer.statusCode === 201) acknowledged.set((JSON.parse(text) as { id: string }).id, { sent, answered })
    }

    const total = Math.round(perSecond * seconds)
    const started = clock()
    const underWay = new Set<Promise<void>>()
    for (let n = 0; n < total; ) {
      const due = Math.min(total, Math.ceil(((clock() - started) / 1000) * perSecond))
      for (; n < due; n++) {
        const one: Promise<void> = open(n)
          .catch(() => undefined)
          .finally(() => underWay.delete(one))
        underWay.add(one)
      }
      await sleep(tick)
    }
    await Promise.all(underWay)
    await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    return acknowledged
  })
