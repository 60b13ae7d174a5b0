import { useEffect } from "react"
import { Icon } from "../ui/Icon.tsx"
import { client } from "./client.ts"
import { useIsOnline } from "./liveEvents.ts"
import { readUnanswered, useIsUnanswered } from "./unanswered.ts"

/** Milliseconds between two probes of a server that does not answer; also the timeout of each. */
const askEvery = 5_000

/** Says, once above every page, why some of what is shown may be missing or stale. */
export function ConnectionNotice({ isLost }: { readonly isLost: boolean }) {
  const isOnline = useIsOnline()
  const isUnanswered = useIsUnanswered()
  useEffect(() => {
    if (!isUnanswered) return
    const ask = () => client.auth.session({ timeout: askEvery, maxRetries: 0 }).then(readUnanswered, () => {})
    const asking = setInterval(ask, askEvery)
    return () => clearInterval(asking)
  }, [isUnanswered])
  if (!isOnline)
    return (
      <div role="status" className="flex items-center gap-2 bg-warn-tint px-3 py-1 text-sm text-warn">
        <Icon name="offline" />
        You are offline. This page may be out of date, and changes are not saved.
      </div>
    )
  if (isUnanswered)
    return (
      <div role="status" className="flex items-center gap-2 bg-warn-tint px-3 py-1 text-sm text-warn">
        <Icon name="offline" />
        The server is not responding. Missing parts of this page appear as soon as it does.
      </div>
    )
  if (isLost)
    return (
      <p role="status" className="border-b border-line bg-card px-3 py-1 text-sm text-soft">
        Live updates are paused. This page refreshes every 30 seconds.
      </p>
    )
  return undefined
}
