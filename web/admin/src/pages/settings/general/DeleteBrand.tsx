import { useNavigate } from "@tanstack/react-router"
import type { Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { keys } from "../../../app/queries.ts"
import { dropRecords, putRecord } from "../../../forms/records.ts"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { messageOf, requestIdOf } from "../../../ui/errors.ts"
import { numberOf } from "../../../ui/numberOf.ts"
import { toast } from "../../../ui/toasts.ts"

/** Describes the brand's contents, which the API counts before it deletes anything. */
const contentsOf = async (brand: Brand): Promise<string> => {
  const answer = await client.brands.delete(brand.id)
  if (!("ticketCount" in answer)) return ""
  return [
    numberOf(answer.ticketCount, "ticket"),
    numberOf(answer.customerCount, "customer"),
    numberOf(answer.webhookCount, "webhook")
  ].join(", ")
}

const restore = async (brand: Brand) => {
  try {
    putRecord(keys.brands, await client.brands.restore(brand.id))
  } catch (error) {
    toast({
      text: `${brand.name} was not restored. ${messageOf(error)}`,
      tone: "bad",
      requestId: requestIdOf(error),
      action: { label: "Try again", run: () => void restore(brand) }
    })
  }
}

/**
 * Deletes the brand, after saying what goes with it. It can be restored from the notice, and later from the list of deleted
 * brands.
 */
export function DeleteBrand({ brand }: { readonly brand: Brand }) {
  const navigate = useNavigate()
  const [contents, setContents] = useState<string>()
  const [error, setError] = useState<unknown>()
  const ask = () => {
    setError(undefined)
    contentsOf(brand).then(setContents, setError)
  }
  const remove = async () => {
    await client.brands.delete(brand.id, { confirm: true })
    toast({ text: `${brand.name} is deleted`, action: { label: "Undo", run: () => void restore(brand) } })
    await navigate({ to: ".", search: {} })
    dropRecords(keys.brands, [brand.id])
  }
  return (
    <Card title="Delete brand">
      <div className="flex flex-col items-start gap-3">
        <p className="text-soft">
          Its tickets, customers and channels disappear immediately. You can restore it for 30 days. After that,
          everything is permanently deleted.
        </p>
        <Button kind="danger" className="max-w-full" onClick={ask}>
          <span className="truncate">Delete {brand.name}</span>
        </Button>
        {error === undefined ? undefined : <ErrorPanel error={error} retry={ask} />}
      </div>
      {contents === undefined ? undefined : (
        <ConfirmDialog
          title={`Delete ${brand.name}?`}
          verb="Delete brand"
          typed={brand.slug}
          act={remove}
          onClose={() => setContents(undefined)}
        >
          This deletes {contents}.
        </ConfirmDialog>
      )}
    </Card>
  )
}
