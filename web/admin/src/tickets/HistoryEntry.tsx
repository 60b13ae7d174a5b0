import type { AuditLogEntry } from "@trunkline/sdk"
import { Icon } from "../ui/Icon.tsx"
import { Time } from "../ui/Time.tsx"
import { wayOf } from "./wayWords.ts"

/** One line of history: who changed what, from what to what. */
export function HistoryEntry({ entry }: { readonly entry: AuditLogEntry }) {
  const { changes = {}, createdAt, event, performedBy, source } = entry
  const who = performedBy.name ?? performedBy.email ?? performedBy.apiKeyPrefix ?? performedBy.type
  const said = Object.entries(changes).map(
    ([field, change]) => `${field}: ${wordOf(change, "old")} → ${wordOf(change, "new")}`
  )
  return (
    <li className="flex items-baseline gap-2 px-3 text-sm text-soft">
      <Icon name="history" className="translate-y-0.5" />
      <span className="min-w-0 break-words">
        {who} ({wayOf(source)}): {event.replaceAll(/[._]/g, " ")}
        {said.length === 0 ? "" : `, ${said.join("; ")}`} · <Time at={createdAt} />
      </span>
    </li>
  )
}

/** One side of a change, shortened to fit a line. */
const wordOf = (change: unknown, side: "old" | "new"): string => {
  const value =
    typeof change === "object" && change !== null && side in change
      ? (change as Record<string, unknown>)[side]
      : undefined
  if (value === undefined || value === null || value === "") return "none"
  const word = typeof value === "string" ? value : JSON.stringify(value)
  return word.length > 60 ? `${word.slice(0, 59)}…` : word
}
