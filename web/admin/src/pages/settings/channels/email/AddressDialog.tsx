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
    "Your provider keeps receiving it and forwards it to this brand's own address. We send a code there to confirm it.",
  domain: "The domain's MX records lead here. Add the domain first. With * before the @, it takes all other names.",
  alias: "Another name at this server's own domain."
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
      verb={known === undefined ? "Add the address" : "Save"}
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
              <Field label="How mail reaches Trunkline" hint={hints[kind]} error={fieldError(error, "kind")}>
                <Select value={kind} onChange={(event) => setKind(event.target.value as AddressCreate["kind"])}>
                  <option value="forwarded">it is forwarded</option>
                  <option value="domain">by a domain of ours</option>
                  <option value="alias">it is at this server</option>
                </Select>
              </Field>
            </>
          ) : undefined}
          <Field label="Name of its sender" hint="Without one, the brand's." error={fieldError(error, "fromName")}>
            <TextInput value={fromName} onChange={(event) => setFromName(event.target.value)} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
