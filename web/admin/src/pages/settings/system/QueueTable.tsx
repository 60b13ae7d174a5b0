import type { QueueStatus } from "@trunkline/sdk"
import { Badge } from "../../../ui/Badge.tsx"
import { Table } from "../../../ui/Table.tsx"

const names: Readonly<Record<string, string>> = {
  mail: "Email",
  chat: "Slack messages",
  sms: "Text messages",
  custom: "Messages to custom channels",
  "chat.updates": "Slack message updates",
  webhooks: "Webhook deliveries",
  "inbound.email": "Inbound email",
  "inbound.chat": "Inbound from Slack",
  "inbound.sms": "Inbound text messages",
  "inbound.custom": "Inbound from custom channels",
  "files.removal": "Files to delete",
  "files.scan": "Files to scan"
}

/** Seconds of delay at which a queue is worth a look, and at which it is bad. Most queues are empty within seconds. */
const late = { some: 60, much: 600 }

/** The queues of all accounts, and how late they are. */
export function QueueTable({ queues }: { readonly queues: ReadonlyArray<QueueStatus> }) {
  return (
    <section aria-label="Queues" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">Queues</h2>
      <Table
        caption="Queues"
        rows={queues}
        keyOf={({ name }) => name}
        columns={[
          {
            title: "Queue",
            cell: ({ failed, held, name }) => (
              <>
                <span className="block">{names[name] ?? name}</span>
                {failed + held === 0 ? undefined : (
                  <span className="block text-sm text-soft md:hidden">
                    {many(held)} held, {many(failed)} failed in 24 h
                  </span>
                )}
              </>
            )
          },
          { title: "Waiting", align: "end", cell: ({ waiting }) => many(waiting) },
          { title: "Due", align: "end", wide: true, cell: ({ due }) => many(due) },
          { title: "Held", align: "end", wide: true, cell: ({ held }) => many(held) },
          { title: "Failed in 24 h", align: "end", wide: true, cell: ({ failed }) => many(failed) },
          { title: "Lag", align: "end", cell: ({ lagSeconds }) => <Lag seconds={lagSeconds} /> }
        ]}
      />
    </section>
  )
}

function Lag({ seconds }: { readonly seconds: number }) {
  if (seconds < late.some) return seconds === 0 ? "none" : spanOf(seconds)
  return <Badge tone={seconds < late.much ? "warn" : "bad"}>{spanOf(seconds)}</Badge>
}

const spanOf = (seconds: number) =>
  seconds < 60
    ? `${seconds}s`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)}m`
      : seconds < 48 * 3600
        ? `${Math.floor(seconds / 3600)}h`
        : `${Math.floor(seconds / 86_400)}d`

/** The API stops counting at ten thousand. */
const many = (count: number) => (count < 10_000 ? count : "10,000 or more")
