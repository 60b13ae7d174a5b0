import type { SmsNumber } from "@trunkline/sdk"
import { type ComponentProps, useState } from "react"
import { client } from "../../../../app/client.ts"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { LinesInput } from "../../../../forms/LinesInput.tsx"
import { Checkbox, Field, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { NumberInput } from "../../../../ui/NumberInput.tsx"
import { putChannel } from "../channelQueries.ts"
import { type Limit, newNumber, numberChange, type TypedNumber, typedOf, usual } from "./numberBody.ts"

interface Props {
  readonly brandId: string
  readonly number?: SmsNumber
  readonly onClose: () => void
}

/** Adds a number, or changes how the given one is used. */
export function NumberDialog({ brandId, number, onClose }: Props) {
  const [typed, setTyped] = useState(() => typedOf(number))
  const set = (more: Partial<TypedNumber>) => setTyped({ ...typed, ...more })
  const submit = async () => {
    const saved = await (number === undefined
      ? client.smsNumbers.create(brandId, newNumber(typed))
      : client.smsNumbers.update(brandId, number.id, numberChange(number, typed)))
    putChannel("sms", saved)
  }
  const kept = number === undefined ? "Stored encrypted and never shown again." : "Leave empty to keep the current one."
  const text = (name: Exclude<keyof TypedNumber, Limit | "destinations" | "mms">): ComponentProps<"input"> => ({
    value: typed[name],
    onChange: (event) => set({ [name]: event.target.value }),
    autoComplete: "off"
  })
  const limit = (name: Limit) => ({
    value: typed[name],
    placeholder: String(usual[name]),
    onChange: (value: number) => set({ [name]: value })
  })
  return (
    <FormDialog
      title={number === undefined ? "Add a number" : number.number}
      verb={number === undefined ? "Add number" : "Save"}
      submit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {number === undefined ? (
            <Field
              label="Number"
              hint="Include the country code, such as +15551234567. Or enter a sender name, to which nobody can reply."
              error={fieldError(error, "number")}
            >
              <TextInput {...text("number")} />
            </Field>
          ) : undefined}
          <Field
            label="Account SID"
            hint="AC…, of the account or subaccount that owns the number. If you change it, enter its auth token too."
            error={fieldError(error, "accountSid")}
          >
            <TextInput {...text("accountSid")} />
          </Field>
          <Field label="Auth token" hint={kept} error={fieldError(error, "authToken")}>
            <TextInput type="password" {...text("authToken")} />
          </Field>
          <Field
            label="Messaging service"
            hint="MG…, if the number belongs to one. Texts are then sent through it. Leave empty for none."
            error={fieldError(error, "messagingServiceSid")}
          >
            <TextInput {...text("service")} />
          </Field>
          <div className="grid gap-3 md:grid-cols-2">
            <Field
              label="API key"
              hint="SK…, used for requests to Twilio instead of the auth token. Leave empty for none."
              error={fieldError(error, "apiKey.sid")}
            >
              <TextInput {...text("keySid")} />
            </Field>
            <Field
              label="API key secret"
              hint={number?.apiKeySid === undefined ? "Stored encrypted and never shown again." : kept}
              error={fieldError(error, "apiKey.secret")}
            >
              <TextInput type="password" {...text("keySecret")} />
            </Field>
            <Field
              label="Limit per hour"
              hint="Texts to one customer, 4 to 1,000. Any more wait."
              error={fieldError(error, "hourlyLimit")}
            >
              <NumberInput min={4} max={1_000} {...limit("hourlyLimit")} />
            </Field>
            <Field
              label="Limit per day"
              hint="Texts from this number, 4 to 1,000,000."
              error={fieldError(error, "dailyLimit")}
            >
              <NumberInput min={4} max={1_000_000} {...limit("dailyLimit")} />
            </Field>
          </div>
          <Field
            label="Hours in which a text reopens a closed ticket"
            hint="Later texts open a new ticket. 0 to 87,600; 168 is a week."
            error={fieldError(error, "reopenHours")}
          >
            <NumberInput min={0} max={87_600} {...limit("reopenHours")} />
          </Field>
          <Field
            label="Allowed number prefixes"
            hint="Beginnings of phone numbers, such as +1 or +49. One per line, at most 250. Leave empty to allow all."
            error={fieldError(error, "destinations")}
          >
            <LinesInput rows={2} value={typed.destinations} onChange={(destinations) => set({ destinations })} />
          </Field>
          {number?.oneWay === true ? undefined : (
            <Checkbox
              label="Send pictures"
              hint="If off, pictures are links in the text, like other files."
              checked={typed.mms}
              onChange={(event) => set({ mms: event.target.checked })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
