import { useState } from "react"
import { client } from "../../../app/client.ts"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { numberOf } from "../../../ui/numberOf.ts"

interface Doomed {
  readonly name: string
  readonly contents: string
}

/**
 * Reads what would be deleted, as the API counts it before it deletes anything, and the current name, which has to be typed.
 */
const look = async (): Promise<Doomed> => {
  const [answer, { name }] = await Promise.all([client.organization.delete(), client.organization.get()])
  if (!("brandCount" in answer)) return { name, contents: "" }
  const contents = [
    numberOf(answer.brandCount, "brand"),
    numberOf(answer.ticketCount, "ticket"),
    numberOf(answer.customerCount, "customer"),
    numberOf(answer.memberCount, "member"),
    numberOf(answer.apiKeyCount, "API key"),
    numberOf(answer.webhookCount, "webhook")
  ]
  return { name, contents: contents.join(", ") }
}

/** Deletes the organization with everything in it, after saying what that is. */
export function DeleteOrganization() {
  const [doomed, setDoomed] = useState<Doomed>()
  const [error, setError] = useState<unknown>()
  const ask = () => {
    setError(undefined)
    look().then(setDoomed, setError)
  }
  return (
    <Card title="Delete organization">
      <div className="flex flex-col items-start gap-3">
        <p className="text-soft">
          Everything in it stops immediately, in live and test mode. Its owners are emailed a link that can restore it
          for 14 days. After that, everything is permanently deleted.
        </p>
        <Button kind="danger" onClick={ask}>
          Delete organization{" "}
        </Button>
        {error === undefined ? undefined : <ErrorPanel error={error} retry={ask} />}
      </div>
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Delete ${doomed.name}?`}
          verb="Delete everything"
          typed={doomed.name}
          act={async () => {
            await client.organization.delete({ confirm: doomed.name })
            location.assign("/login")
          }}
          onClose={() => setDoomed(undefined)}
        >
          This deletes {doomed.contents}, and signs everyone out, including you.
        </ConfirmDialog>
      )}
    </Card>
  )
}
