import type { CustomChannel, CustomChannelCreate } from "@trunkline/sdk"
import { useState } from "react"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { orNull } from "../../../../forms/useDraft.ts"
import { wayOf } from "../../../../tickets/wayWords.ts"
import { Field, Select, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { Options } from "../../../../ui/Options.tsx"

type Source = NonNullable<CustomChannelCreate["source"]>

interface Input {
  name: string
  source: Source
  callbackUrl: string | null
}

interface Props {
  readonly title: string
  readonly verb: string
  readonly channel?: CustomChannel
  readonly save: (input: Input) => Promise<unknown>
  readonly onClose: () => void
}

const sources: ReadonlyArray<Source> = ["custom", "discord", "instagram", "twitter", "whatsapp"]

/** Creates a custom channel, or changes the given one. */
export function CustomDialog({ title, verb, channel, save, onClose }: Props) {
  const [name, setName] = useState(channel?.name ?? "")
  const [callbackUrl, setCallbackUrl] = useState(channel?.callbackUrl ?? "")
  const [source, setSource] = useState<Source>(sources.find((one) => one === channel?.source) ?? "custom")
  const submit = () => save({ name, source, callbackUrl: orNull(callbackUrl) })
  return (
    <FormDialog title={title} verb={verb} submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="Name" error={fieldError(error, "name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
          </Field>
          <Field
            label="Callback URL"
            hint="Replies are posted here. Without it, the channel only receives."
            error={fieldError(error, "callbackUrl")}
          >
            <TextInput
              type="url"
              placeholder="https://example.com/trunkline"
              value={callbackUrl}
              onChange={(event) => setCallbackUrl(event.target.value)}
            />
          </Field>
          <Field label="Source shown on tickets" error={fieldError(error, "source")}>
            <Select value={source} onChange={(event) => setSource(event.target.value as Source)}>
              <Options of={sources.map((name) => [name, wayOf(name)])} />
            </Select>
          </Field>
        </>
      )}
    </FormDialog>
  )
}
