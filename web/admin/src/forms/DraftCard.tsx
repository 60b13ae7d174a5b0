import type { ReactNode } from "react"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { CopyAsCurl } from "../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../ui/ErrorPanel.tsx"
import { toast } from "../ui/toasts.ts"
import { useAct } from "../ui/useAct.ts"
import { isReadable } from "./isReadable.ts"
import { isOutdated } from "./saveOnto.ts"
import type { Draft } from "./useDraft.ts"

interface Props<T extends object> {
  readonly title?: string
  readonly draft: Draft<T>
  /** Must begin with its request, so that it can be copied as a curl command. */
  readonly save: (changes: Partial<T>) => Promise<unknown>
  /** The inputs, given the error of the last attempt. */
  readonly children: (error: unknown) => ReactNode
}

/** A card with a part of a record that is saved separately. */
export function DraftCard<T extends object>({ title, draft, save, children }: Props<T>) {
  const isOvertaken = Object.keys(draft.overtaken).length > 0
  const { busy, error, forgive, run } = useAct(async () => {
    const { changes } = draft
    await save(changes)
    draft.settle(changes)
    toast({ text: "Saved" })
  })
  return (
    <Card {...(title === undefined ? {} : { title })}>
      <form
        noValidate
        data-unsaved={draft.isChanged || undefined}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.isChanged && !busy && isReadable(event.currentTarget)) void run()
        }}
      >
        {children(error)}
        <div role="status" className="contents">
          {isOvertaken ? (
            <p className="rounded-md bg-warn-tint px-3 py-2 text-sm text-warn">
              Someone else has changed the same field in the meantime. Your changes are still here: save them over
              theirs, or discard them.
            </p>
          ) : undefined}
        </div>
        {error === undefined || (isOvertaken && isOutdated(error)) ? undefined : <ErrorPanel error={error} />}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" busy={busy} disabled={!draft.isChanged}>
            {isOvertaken ? "Save anyway" : "Save"}
          </Button>
          {draft.isChanged ? (
            <>
              <Button
                onClick={() => {
                  draft.reset()
                  forgive()
                }}
              >
                Discard
              </Button>
              <CopyAsCurl act={() => save(draft.changes)} />
            </>
          ) : undefined}
        </div>
      </form>
    </Card>
  )
}
