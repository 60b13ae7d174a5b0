import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { Prose } from "./Prose.tsx"
import type { Pending } from "./usePending.ts"

interface Props {
  readonly message: Pending
  readonly onRetry: (message: Pending) => void
  readonly onTakeBack: (message: Pending) => void
}

/** A message that the API has not taken yet: it is never shown as sent before that. */
export function PendingMessage({ message, onRetry, onTakeBack }: Props) {
  const { body, error, filenames, visibility } = message
  return (
    <li
      className={`rounded-lg border border-dashed px-3 py-2 ${visibility === "internal" ? "border-warn bg-warn-tint" : "border-edge bg-chosen"}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">You</strong>
        {visibility === "internal" ? <Badge tone="warn">Internal</Badge> : undefined}
        {error === undefined ? <span className="text-sm">Sending…</span> : <Badge tone="bad">Not sent</Badge>}
      </div>
      <Prose text={body} />
      {filenames.length === 0 ? undefined : <p className="text-sm">{filenames.join(", ")}</p>}
      {error === undefined ? undefined : (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-sm text-bad">
          <span className="flex-1">
            {messageOf(error)} {requestIdOf(error) === undefined ? "" : `(${requestIdOf(error)})`}
          </span>
          <Button onClick={() => onTakeBack(message)}>Change it</Button>
          <Button kind="primary" onClick={() => onRetry(message)}>
            Try again
          </Button>
        </div>
      )}
    </li>
  )
}
