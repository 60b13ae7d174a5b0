import type { SqlClient } from "effect/sql"

/** Where nodes tell each other about webhooks. */
export const webhookChannel = "trunkline_webhooks"

/** Webhooks that have work, or whose settings changed. `from` is the telling node's number, when it is one's own news. */
export interface WebhookSignal {
  readonly kind: "work" | "changed"
  readonly from: number
  readonly webhookIds: ReadonlyArray<string>
}

/** Ids in one message: PostgreSQL carries 8,000 bytes. */
export const maxSignalled = 200

export const encodeSignal = ({ from, kind, webhookIds }: WebhookSignal): string =>
  `${kind} ${from} ${webhookIds.join(",")}`

export const decodeSignal = (text: string): WebhookSignal => {
  const [kind, from, ids = ""] = text.split(" ")
  return {
    kind: kind === "changed" ? "changed" : "work",
    from: Number(from),
    webhookIds: ids.split(",").filter((id) => id !== "")
  }
}

/** Tells every node, once the current transaction has committed. */
export const signal = (sql: SqlClient.SqlClient, kind: WebhookSignal["kind"], webhookId: string) =>
  sql`SELECT pg_notify(${webhookChannel}, ${encodeSignal({ kind, from: 0, webhookIds: [webhookId] })})`
