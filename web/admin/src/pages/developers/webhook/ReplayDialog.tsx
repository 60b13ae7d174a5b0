import type { Webhook } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { Checkbox, Field, Select } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Options } from "../../../ui/Options.tsx"
import { toast } from "../../../ui/toasts.ts"
import { readWebhooksAgain } from "../webhooks/webhookQueries.ts"

const hour = 60 * 60 * 1000
const ranges: ReadonlyArray<readonly [hours: number, label: string]> = [
  [1, "from the last hour"],
  [24, "from the last day"],
  [7 * 24, "from the last week"],
  [30 * 24, "from the last 30 days"]
]

interface Props {
  readonly brandId: string
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Delivers the events of a period again, with their original ids. */
export function ReplayDialog({ brandId, webhook, onClose }: Props) {
  const [hours, setHours] = useState(24)
  const [onlyFailed, setOnlyFailed] = useState(true)
  const submit = async () => {
    const from = new Date(Date.now() - hours * hour).toISOString()
    const { scheduled } = await client.webhooks.replay(brandId, webhook.id, { from, onlyFailed })
    toast({ text: scheduled === 1 ? "1 event will be sent again" : `${scheduled} events will be sent again` })
    readWebhooksAgain(brandId)
  }
  return (
    <FormDialog title="Replay events" verb="Replay" submit={submit} onClose={onClose}>
      {(error) => (
        <>
          <p className="text-soft">
            A replayed event keeps its <code className="font-mono">webhook-id</code>, so receivers can recognize it.
          </p>
          <Field label="Events" error={fieldError(error, "from")}>
            <Select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
              <Options of={ranges} />
            </Select>
          </Field>
          <Checkbox
            label="Failed deliveries only"
            checked={onlyFailed}
            onChange={(event) => setOnlyFailed(event.target.checked)}
          />
        </>
      )}
    </FormDialog>
  )
}
