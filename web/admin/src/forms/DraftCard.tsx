import { type ReactNode, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { CopyAsCurl } from "../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { toast } from "../ui/toasts.ts"
import type { Draft } from "./useDraft.ts"

interface Props<T extends object> {
  readonly title: string
  readonly draft: Draft<T>
  /** Begins with its request, so that it can be copied as a command. */
  readonly save: (changes: Partial<T>) => Promise<unknown>
  /** The inputs, with what was wrong the last time. */
  readonly children: (error: unknown) => ReactNode
}

/** A part of a record that is saved by itself. */
export function DraftCard<T extends object>({ title, draft, save, children }: Props<T>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await save(draft.changes)
      draft.reset()
      toast({ text: "Saved" })
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={title}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.isChanged && !busy) void submit()
        }}
      >
        {children(error)}
        {error === undefined ? undefined : <ErrorPanel error={error} />}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" busy={busy} disabled={!draft.isChanged}>
            Save
          </Button>
          {draft.isChanged ? (
            <>
              <Button onClick={draft.reset}>Discard</Button>
              <CopyAsCurl act={() => save(draft.changes)} />
            </>
          ) : undefined}
        </div>
      </form>
    </Card>
  )
}
