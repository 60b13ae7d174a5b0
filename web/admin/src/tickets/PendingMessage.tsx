import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { Prose } from "./Prose.tsx"
import type { Pending } from "./pendingMessages.ts"

interface Props {
  readonly message: Pending
  readonly onRetry: (message: Pending) => void
  readonly onTakeBack: (message: Pending) => void
}

/** A message that the API has not accepted yet. It is never shown as sent before that. */
export function PendingMessage({ message, onRetry, onTakeBack }: Props) {
  const { body, error, files, heldBy, visibility } = message
  const isStopped = error !== undefined || heldBy !== undefined
  return (
    <li
      className={`rounded-lg border border-dashed px-3 py-2 ${visibility === "internal" ? "border-warn bg-warn-tint" : "border-edge bg-chosen"}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">You</strong>
        {visibility === "internal" ? <Badge tone="warn">Internal</Badge> : undefined}
        {isStopped ? (
          <Badge tone={error === undefined ? "warn" : "bad"}>Not sent</Badge>
        ) : (
          <span className="text-sm">Sending…</span>
        )}
      </div>
      {body === "" && files.length > 0 ? undefined : <Prose text={body} isMarked />}
      {files.length === 0 ? undefined : (
        <p className="text-sm wrap-anywhere">{files.map(({ filename }) => filename).join(", ")}</p>
      )}
      {isStopped ? (
        <div
          role="alert"
          className={`mt-2 flex flex-wrap items-center gap-2 text-sm ${error === undefined ? "text-warn" : "text-bad"}`}
        >
          <span className="flex-1">
            {error === undefined ? (
              `${heldBy} wrote while you were typing. Read it, then send this anyway or change it.`
            ) : (
              <>
                {messageOf(error)} {requestIdOf(error) === undefined ? "" : `(${requestIdOf(error)})`}
              </>
            )}
          </span>
          <Button onClick={() => onTakeBack(message)}>Edit message</Button>
          <Button kind="primary" onClick={() => onRetry(message)} keys={error === undefined ? "Mod+Enter" : undefined}>
            {error === undefined ? "Send anyway" : "Try again"}
          </Button>
        </div>
      ) : undefined}
    </li>
  )
}
