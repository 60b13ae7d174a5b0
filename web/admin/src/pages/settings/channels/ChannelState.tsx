import type { Channel } from "@trunkline/sdk"
import { StateBadge, type States } from "../../../ui/StateBadge.tsx"
import { Time } from "../../../ui/Time.tsx"

const states: States = {
  active: ["good", "active"],
  error: ["bad", "failing"],
  disabled: ["neutral", "off"],
  needs_reauth: ["warn", "reconnect needed"],
  uninstalled: ["neutral", "removed"]
}

/** The state of a connection, and its last error. */
export function ChannelState({
  status,
  lastError
}: {
  readonly status: string
  readonly lastError?: string | undefined
}) {
  return (
    <>
      <StateBadge of={states} state={status} />
      {lastError === undefined ? undefined : <span className="block text-sm text-bad">{lastError}</span>}
    </>
  )
}

/** When a connection last received and last sent something. */
export function LastUse({ lastInboundAt, lastOutboundAt }: Pick<Channel, "lastInboundAt" | "lastOutboundAt">) {
  return (
    <span className="text-sm text-soft">
      received {lastInboundAt === undefined ? "never" : <Time at={lastInboundAt} />}, sent{" "}
      {lastOutboundAt === undefined ? "never" : <Time at={lastOutboundAt} />}
    </span>
  )
}
