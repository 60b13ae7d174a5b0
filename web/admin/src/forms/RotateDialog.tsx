import { type ReactNode, useState } from "react"
import { Field, Select, TextInput } from "../ui/Field.tsx"
import { fieldError } from "../ui/fieldError.ts"
import { Options } from "../ui/Options.tsx"
import { FormDialog } from "./FormDialog.tsx"

const overlaps: ReadonlyArray<readonly [hours: number, label: string]> = [
  [24, "for one more day"],
  [168, "for one more week"],
  [0, "no longer, because someone else knows it"]
]

interface Props {
  readonly title: string
  /** Must begin with its request, so that it can be copied as a curl command. */
  readonly rotate: (input: { readonly secret?: string; readonly overlapHours: number }) => Promise<unknown>
  readonly onClose: () => void
  /** What both secrets are good for during the overlap. */
  readonly children: ReactNode
}

/** Replaces a secret, and asks how long the old one stays valid. */
export function RotateDialog({ title, rotate, onClose, children }: Props) {
  const [overlapHours, setOverlapHours] = useState(24)
  const [secret, setSecret] = useState("")
  const submit = () => rotate({ overlapHours, ...(secret === "" ? {} : { secret }) })
  return (
    <FormDialog title={title} verb="Create new secret" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <p className="text-soft">{children}</p>
          <Field label="The old secret stays valid" error={fieldError(error, "overlapHours")}>
            <Select value={overlapHours} onChange={(event) => setOverlapHours(Number(event.target.value))}>
              <Options of={overlaps} />
            </Select>
          </Field>
          <Field
            label="Your own secret"
            hint="8 to 256 characters. Leave empty to have one generated."
            error={fieldError(error, "secret")}
          >
            <TextInput
              type="password"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
              autoComplete="off"
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
