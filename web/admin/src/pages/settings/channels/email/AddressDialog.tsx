import type { Address, AddressCreate, Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { orNull } from "../../../../forms/useDraft.ts"
import { Field, Select, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { putChannel } from "../channelQueries.ts"

const hints: Record<AddressCreate["kind"], string> = {
  forwarded:
    "Your email provider still receives it and forwards it to this brand's inbound address. To confirm the address, Trunkline emails it a code.",
  domain:
    "The domain's MX records point to this server. Add the domain first. Use * before the @ to receive email to all other addresses of the domain.",
  alias: "An alias at this server's own domain."
}

interface Props {
  readonly brand: Brand
  readonly address?: Address
  readonly onClose: () => void
}

/** Adds an address that customers write to, or changes the sender name of the given one. */
export function AddressDialog({ brand, address: known, onClose }: Props) {
  const [address, setAddress] = useState("")
  const [kind, setKind] = useState<AddressCreate["kind"]>("forwarded")
  const [fromName, setFromName] = useState(known?.fromName ?? "")
  const submit = async () => {
    const name = orNull(fromName)
    const saved = await (known === undefined
      ? client.addresses.create(brand.id, { address, kind, ...(name === null ? {} : { fromName: name }) })
      : client.addresses.update(brand.id, known.id, { fromName: name }))
    putChannel("addresses", saved)
  }
  return (
    <FormDialog
      title={known === undefined ? "Add an address" : known.address}
      verb={known === undefined ? "Add address" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {known === undefined ? (
            <>
              <Field label="Address" error={fieldError(error, "address")}>
                <TextInput
                  type="email"
                  placeholder="support@example.com"
                  value={address}
                  onChange={(event) => setAddress(event.target.value)}
                />
              </Field>
              <Field label="How email reaches Trunkline" hint={hints[kind]} error={fieldError(error, "kind")}>
                <Select value={kind} onChange={(event) => setKind(event.target.value as AddressCreate["kind"])}>
                  <option value="forwarded">Forwarded by your provider</option>
                  <option value="domain">Directly, at your own domain</option>
                  <option value="alias">An alias on this server</option>
                </Select>
              </Field>
            </>
          ) : undefined}
          <Field label="Sender's name" hint="Leave empty to use the brand's." error={fieldError(error, "fromName")}>
            <TextInput value={fromName} onChange={(event) => setFromName(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
