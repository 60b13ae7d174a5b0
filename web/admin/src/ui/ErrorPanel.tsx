import { createContext, useContext } from "react"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { messageOf, requestIdOf } from "./errors.ts"

/** Whether an error is already shown once for everything that it affects. */
export const SaidOnce = createContext<(error: unknown) => boolean>(() => false)

/** An error in words, with the request id to quote when asking for help, and a way to try again. */
export function ErrorPanel({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const isSaidOnce = useContext(SaidOnce)
  const requestId = requestIdOf(error)
  if (isSaidOnce(error)) return <p className="text-soft">Waiting for the server…</p>
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md border border-bad bg-bad-tint px-3 py-2">
      <p className="min-w-0 flex-1 basis-40 text-bad">{messageOf(error)}</p>
      {requestId === undefined ? undefined : (
        <span className="flex min-w-0 items-center gap-1 text-sm text-bad">
          <code className="min-w-0 break-all font-mono text-xs">{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" />
        </span>
      )}
      {retry === undefined ? undefined : <Button onClick={retry}>Try again</Button>}
    </div>
  )
}
