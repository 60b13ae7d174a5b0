import type { SmsNumber } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { fieldError } from "../../../../ui/errors.ts"
import { Field, TextInput } from "../../../../ui/Field.tsx"
import { putChannel } from "../channelQueries.ts"

interface Props {
  readonly brandId: string
  readonly number?: SmsNumber
  readonly onClose: () => void
}

/** Adds a number, or changes how the given one is used. */
export function NumberDialog({ brandId, number, onClose }: Props) {
  const [text, setText] = useState(number?.number ?? "")
  const [accountSid, setAccountSid] = useState(number?.accountSid ?? "")
  const [authToken, setAuthToken] = useState("")
  const [hourlyLimit, setHourlyLimit] = useState(String(number?.hourlyLimit ?? ""))
  const [dailyLimit, setDailyLimit] = useState(String(number?.dailyLimit ?? ""))
  const submit = async () => {
    const limits = {
      ...(hourlyLimit === "" ? {} : { hourlyLimit: Number(hourlyLimit) }),
      ...(dailyLimit === "" ? {} : { dailyLimit: Number(dailyLimit) })
    }
    const token = authToken === "" ? {} : { authToken }
    const saved =
      number === undefined
        ? await client.smsNumbers.create(brandId, {
            number: text,
            provider: "twilio",
            accountSid,
            authToken,
            ...limits
          })
        : await client.smsNumbers.update(brandId, number.id, { accountSid, ...token, ...limits })
    putChannel("sms", saved)
  }
  return (
    <FormDialog
      title={number === undefined ? "Add a number" : number.number}
      verb={number === undefined ? "Add the number" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {number === undefined ? (
            <Field
              label="Number"
              hint="With its country, such as +15551234567; or a sender's name, which cannot be answered."
              error={fieldError(error, "number")}
            >
              <TextInput value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" />
            </Field>
          ) : undefined}
          <Field label="Account SID" error={fieldError(error, "accountSid")}>
            <TextInput value={accountSid} onChange={(event) => setAccountSid(event.target.value)} autoComplete="off" />
          </Field>
          <Field
            label="Auth token"
            hint={
              number === undefined ? "Kept encrypted, and never shown again." : "Empty to keep the one that is there."
            }
            error={fieldError(error, "authToken")}
          >
            <TextInput
              type="password"
              value={authToken}
              onChange={(event) => setAuthToken(event.target.value)}
              autoComplete="off"
            />
          </Field>
          <div className="grid gap-3 md:grid-cols-2">
            <Field label="At most an hour" error={fieldError(error, "hourlyLimit")}>
              <TextInput type="number" value={hourlyLimit} onChange={(event) => setHourlyLimit(event.target.value)} />
            </Field>
            <Field label="At most a day" error={fieldError(error, "dailyLimit")}>
              <TextInput type="number" value={dailyLimit} onChange={(event) => setDailyLimit(event.target.value)} />
            </Field>
          </div>
        </>
      )}
    </FormDialog>
  )
}
