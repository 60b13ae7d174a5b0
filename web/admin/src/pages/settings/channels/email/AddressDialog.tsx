import type { AddressCreate, Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { fieldError } from "../../../../ui/errors.ts"
import { Field, Select, TextInput } from "../../../../ui/Field.tsx"
import { putChannel } from "../channelQueries.ts"

const hints: Record<AddressCreate["kind"], string> = {
  forwarded:
    "Your provider keeps receiving it and forwards it to this brand's own address. We send a code there to confirm it.",
  domain: "The domain's MX records lead here. Add the domain first.",
  alias: "Another name at this server's own domain."
}

/** Adds an address that customers write to. */
export function AddressDialog({ brand, onClose }: { readonly brand: Brand; readonly onClose: () => void }) {
  const [address, setAddress] = useState("")
  const [kind, setKind] = useState<AddressCreate["kind"]>("forwarded")
  const [fromName, setFromName] = useState("")
  const submit = async () => {
    const input = { address, kind, ...(fromName === "" ? {} : { fromName }) }
    putChannel("addresses", await client.addresses.create(brand.id, input))
  }
  return (
    <FormDialog title="Add an address" verb="Add the address" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Address" error={fieldError(error, "address")}>
            <TextInput
              type="email"
              placeholder="support@example.com"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
          <Field label="How its mail gets here" hint={hints[kind]} error={fieldError(error, "kind")}>
            <Select value={kind} onChange={(event) => setKind(event.target.value as AddressCreate["kind"])}>
              <option value="forwarded">it is forwarded</option>
              <option value="domain">by a domain of ours</option>
              <option value="alias">it is at this server</option>
            </Select>
          </Field>
          <Field label="Name of its sender" hint="Without one, the brand's." error={fieldError(error, "fromName")}>
            <TextInput value={fromName} onChange={(event) => setFromName(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
