import type { Address, Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { CodeBlock } from "../../../../ui/CodeBlock.tsx"
import { Field, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { toast } from "../../../../ui/toasts.ts"
import { readChannelsAgain } from "../channelQueries.ts"

interface Props {
  readonly brand: Brand
  readonly address: Address
  readonly onClose: () => void
}

/** Verifies that mail to the address arrives here, by the code in an email or by sending that email again. */
export function VerifyAddressDialog({ brand, address, onClose }: Props) {
  const [code, setCode] = useState("")
  const submit = async () => {
    const { verified } = await client.addresses.verify(brand.id, address.id, code === "" ? {} : { code })
    readChannelsAgain(brand.id)
    toast({
      text: verified ? `${address.address} is confirmed` : `An email with a code is on its way to ${address.address}`
    })
  }
  return (
    <FormDialog
      title={`Confirm ${address.address}`}
      verb={code === "" ? "Resend the email" : "Confirm"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p>Forward this address to:</p>
          <CodeBlock text={brand.inboundEmail} label="Forwarding address" />
          <p className="text-soft">
            An email with a code is sent to the address. If forwarding works, it arrives here and the address is
            confirmed automatically. Otherwise, enter the code.
          </p>
          <Field label="Code" error={fieldError(error, "code")}>
            <TextInput value={code} onChange={(event) => setCode(event.target.value.trim())} autoComplete="off" />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
