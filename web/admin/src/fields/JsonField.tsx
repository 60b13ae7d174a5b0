import { useState } from "react"
import { Button } from "../ui/Button.tsx"
import { messageOf } from "../ui/errors.ts"
import { Field, TextArea } from "../ui/Field.tsx"
import { enteredIn, textOf } from "./fieldValue.ts"

interface Props {
  readonly label: string
  /** The saved value; `undefined` for none. */
  readonly value: unknown
  /** Returns why the entered value may not be saved, or `undefined`. */
  readonly check: (value: unknown) => string | undefined
  readonly save: (value: unknown) => Promise<void>
}

/** An input for any JSON value, including `false`, `0` and `""`. Displayed as formatted JSON, edited as text. */
export function JsonField({ label, value, check, save }: Props) {
  const saved = textOf("json", value)
  /** The text when editing began, and the edited text. */
  const [edit, setEdit] = useState<{ readonly from: string; readonly to: string }>()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (edit === undefined)
    return (
      <div className="flex flex-col items-start gap-1">
        {value === undefined ? undefined : (
          <pre className="w-full overflow-x-auto rounded bg-back p-2 font-mono text-xs whitespace-pre-wrap">
            {saved}
          </pre>
        )}
        <Button kind="quiet" className="-ml-3 -outline-offset-2" onClick={() => setEdit({ from: saved, to: saved })}>
          {value === undefined ? `Add ${label.toLowerCase()}` : `Edit ${label.toLowerCase()}`}
        </Button>
      </div>
    )
  const draft = edit.to
  const isOvertaken = !busy && saved !== edit.from && saved !== draft
  const entered = enteredIn("json", draft)
  const problem = "problem" in entered ? entered.problem : (check(entered.value) ?? refused)
  const submit = async () => {
    if ("problem" in entered || check(entered.value) !== undefined) return
    setBusy(true)
    try {
      await save(entered.value)
      setEdit(undefined)
      setRefused(undefined)
    } catch (error) {
      setRefused(`Not saved: ${messageOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      data-unsaved={draft !== saved || undefined}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label={label} hint="Any JSON. Leave empty for no value." error={problem}>
        <TextArea
          autoFocus
          rows={Math.min(16, Math.max(3, draft.split("\n").length))}
          spellCheck={false}
          className="font-mono text-xs"
          value={draft}
          onChange={(event) => {
            setEdit({ ...edit, to: event.target.value })
            setRefused(undefined)
          }}
        />
      </Field>
      <div role="status" className="rounded-md bg-warn-tint px-3 py-2 text-sm empty:hidden">
        {isOvertaken ? (
          <>
            <p className="text-warn">Someone else has changed it in the meantime. It is now:</p>
            <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
              {saved === "" ? "nothing" : saved}
            </pre>
          </>
        ) : undefined}
      </div>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={busy}>
          {isOvertaken ? "Save anyway" : "Save"}
        </Button>
        <Button onClick={() => setEdit(undefined)}>Cancel</Button>
      </div>
    </form>
  )
}
