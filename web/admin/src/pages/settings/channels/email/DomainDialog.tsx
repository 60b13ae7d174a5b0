import type { DomainCreate } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { fieldError } from "../../../../ui/errors.ts"
import { Field, Select, TextInput } from "../../../../ui/Field.tsx"
import { putChannel } from "../channelQueries.ts"

/** Adds a domain; its DNS records are shown afterwards. */
export function DomainDialog({ brandId, onClose }: { readonly brandId: string; readonly onClose: () => void }) {
  const [domain, setDomain] = useState("")
  const [type, setType] = useState<DomainCreate["type"]>("OUTBOUND")
  const [fromEmail, setFromEmail] = useState("")
  const submit = async () => {
    const input = { domain, type, ...(fromEmail === "" ? {} : { fromEmail }) }
    putChannel("domains", await client.domains.create(brandId, input))
  }
  return (
    <FormDialog title="Add a domain" verb="Add the domain" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Domain" error={fieldError(error, "domain")}>
            <TextInput placeholder="example.com" value={domain} onChange={(event) => setDomain(event.target.value)} />
          </Field>
          <Field label="What for" error={fieldError(error, "type")}>
            <Select value={type} onChange={(event) => setType(event.target.value as DomainCreate["type"])}>
              <option value="OUTBOUND">to send answers as it</option>
              <option value="INBOUND">to receive its mail</option>
            </Select>
          </Field>
          {type === "OUTBOUND" ? (
            <Field label="Sender's address" hint="Of this domain." error={fieldError(error, "fromEmail")}>
              <TextInput
                type="email"
                placeholder="support@example.com"
                value={fromEmail}
                onChange={(event) => setFromEmail(event.target.value)}
              />
            </Field>
          ) : undefined}
        </>
      )}
    </FormDialog>
  )
}
