import type { Webhook, WebhookCreate } from "@trunkline/sdk"
import { useState } from "react"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { orNull } from "../../../forms/useDraft.ts"
import { Checkbox, Field, Select, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { NumberInput } from "../../../ui/NumberInput.tsx"
import { EventsChoice } from "../EventsChoice.tsx"

interface Input {
  url: string
  events: WebhookCreate["events"]
  description: string | null
  ordering: Webhook["ordering"]
  ratePerSecond: number | null
  includeInternal: boolean
}

interface Props {
  readonly title: string
  readonly verb: string
  readonly webhook?: Webhook
  readonly save: (input: Input) => Promise<unknown>
  readonly onClose: () => void
}

/** Creates a webhook, or changes the given one. */
export function WebhookDialog({ title, verb, webhook, save, onClose }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? "")
  const [events, setEvents] = useState<ReadonlyArray<string>>(webhook?.events ?? ["*"])
  const [description, setDescription] = useState(webhook?.description ?? "")
  const [ordering, setOrdering] = useState(webhook?.ordering ?? "ticket")
  const [rate, setRate] = useState(webhook?.ratePerSecond ?? Number.NaN)
  const [includeInternal, setIncludeInternal] = useState(webhook?.includeInternal ?? false)
  const submit = () =>
    save({
      // Names that were listed, or read from the webhook.
      ...{ url, events: [...events] as WebhookCreate["events"], ordering, includeInternal },
      description: orNull(description),
      ratePerSecond: Number.isNaN(rate) ? null : rate
    })
  return (
    <FormDialog title={title} verb={verb} submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <Field label="URL" error={fieldError(error, "url")}>
            <TextInput
              type="url"
              placeholder="https://example.com/hooks/trunkline"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Field>
          <Field label="Description" error={fieldError(error, "description")}>
            <TextInput value={description} onChange={(event) => setDescription(event.target.value)} />
          </Field>
          <EventsChoice chosen={events} onChange={setEvents} error={fieldError(error, "events")} />
          <Field
            label="Order"
            hint="In order, an event waits a few minutes while an earlier one of the same ticket is retried."
            error={fieldError(error, "ordering")}
          >
            <Select value={ordering} onChange={(event) => setOrdering(event.target.value as Webhook["ordering"])}>
              <option value="ticket">in order for each ticket</option>
              <option value="none">as soon as possible</option>
            </Select>
          </Field>
          <Field
            label="Rate limit per second"
            hint="1 to 1,000. Leave empty to send as fast as the endpoint responds."
            error={fieldError(error, "ratePerSecond")}
          >
            <NumberInput min={1} max={1_000} value={rate} onChange={setRate} />
          </Field>
          <Checkbox
            label="Include internal notes"
            checked={includeInternal}
            onChange={(event) => setIncludeInternal(event.target.checked)}
          />
        </>
      )}
    </FormDialog>
  )
}
