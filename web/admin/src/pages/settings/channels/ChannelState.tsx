import type { Channel } from "@trunkline/sdk"
import { Badge } from "../../../ui/Badge.tsx"
import { Time } from "../../../ui/Time.tsx"

const tones = {
  active: "good",
  error: "bad",
  disabled: "neutral",
  needs_reauth: "warn",
  uninstalled: "neutral"
} as const
const words = {
  active: "works",
  error: "in trouble",
  disabled: "off",
  needs_reauth: "has to be connected again",
  uninstalled: "removed"
} as const

/** How a connection fares: a word, and what went wrong last. */
export function ChannelState({
  status,
  lastError
}: {
  readonly status: keyof typeof words
  readonly lastError?: string | undefined
}) {
  return (
    <>
      <Badge tone={tones[status]}>{words[status]}</Badge>
      {lastError === undefined ? undefined : <span className="block text-sm text-bad">{lastError}</span>}
    </>
  )
}

/** When something last came in, and went out. */
export function LastUse({ lastInboundAt, lastOutboundAt }: Pick<Channel, "lastInboundAt" | "lastOutboundAt">) {
  return (
    <span className="text-sm text-soft">
      in {lastInboundAt === undefined ? "never" : <Time at={lastInboundAt} />}, out{" "}
      {lastOutboundAt === undefined ? "never" : <Time at={lastOutboundAt} />}
    </span>
  )
}
