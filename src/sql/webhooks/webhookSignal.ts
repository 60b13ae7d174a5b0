import type { SqlClient } from "effect/sql"

/** The channel on which nodes tell each other about webhooks. */
export const webhookChannel = "trunkline_webhooks"

/** Webhooks that have work, or whose settings changed. `from` is the number of the sending node if the news is its own. */
export interface WebhookSignal {
  readonly kind: "work" | "changed"
  readonly from: number
  readonly webhookIds: ReadonlyArray<string>
}

/** Ids per message: a notification of PostgreSQL holds less than 8,000 bytes. */
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

/** Notifies every node, once the current transaction has committed. */
export const signal = (sql: SqlClient.SqlClient, kind: WebhookSignal["kind"], webhookId: string) =>
  sql`SELECT pg_notify(${webhookChannel}, ${encodeSignal({ kind, from: 0, webhookIds: [webhookId] })})`
