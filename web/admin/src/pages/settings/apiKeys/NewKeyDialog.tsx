import type { ApiKey } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { mode } from "../../../app/mode.ts"
import { BrandChoice, type BrandScope, scopeBody } from "../../../forms/BrandChoice.tsx"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { putRecord } from "../../../forms/records.ts"
import { SecretDialog } from "../../../forms/SecretDialog.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { Field, Select, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Options } from "../../../ui/Options.tsx"
import { apiKeysKey } from "./apiKeyQueries.ts"

const dayLength = 24 * 60 * 60 * 1000
const lifetimes: ReadonlyArray<readonly [days: number, label: string]> = [
  [0, "never"],
  [30, "in 30 days"],
  [90, "in 90 days"],
  [365, "in a year"]
]

/** The secret replaces the form, so saving closes nothing. */
const stay = () => {}

/** Creates a key, and shows its secret only this once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("")
  const [days, setDays] = useState(0)
  const [scope, setScope] = useState<BrandScope>({ allBrands: true, brandIds: [] })
  const [made, setMade] = useState<string>()
  const submit = async () => {
    const expiresAt = days === 0 ? {} : { expiresAt: new Date(Date.now() + days * dayLength).toISOString() }
    const { secret, ...key } = await client.apiKeys.create({ name, mode, ...scopeBody(scope), ...expiresAt })
    setMade(secret)
    putRecord<ApiKey>(apiKeysKey, key)
  }
  if (made !== undefined)
    return (
      <SecretDialog title={`API key ${name}`} secret={made} label="API key" onClose={onClose}>
        <CodeBlock
          text={`curl -s '${location.origin}/v1/tickets' -H "Authorization: Bearer ${made}"`}
          label="Example request"
        />
      </SecretDialog>
    )
  return (
    <FormDialog title={`New key for ${mode} mode`} verb="Create key" submit={submit} onSaved={stay} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Name" hint="The program that uses the key." error={fieldError(error, "name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          <BrandChoice scope={scope} onChange={setScope} error={fieldError(error, "brandIds")} />
          <Field label="Expires" error={fieldError(error, "expiresAt")}>
            <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
              <Options of={lifetimes} />
            </Select>
          </Field>
        </>
      )}
    </FormDialog>
  )
}
