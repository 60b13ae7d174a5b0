import type { Address } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { Field, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { toast } from "../../../../ui/toasts.ts"

/** Sends a test email from an address. */
export function TestAddressDialog({ address, onClose }: { readonly address: Address; readonly onClose: () => void }) {
  const [to, setTo] = useState("")
  const submit = async () => {
    await client.addresses.test(address.brandId, address.id, { to })
    toast({ text: `Test email on its way to ${to}. Check its delivery under Channels.` })
  }
  return (
    <FormDialog title={`Send test email from ${address.address}`} verb="Send" submit={submit} onClose={onClose}>
      {(error) => (
        <Field label="To" error={fieldError(error, "to")}>
          <TextInput type="email" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
