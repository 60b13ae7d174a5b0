import { Dialog } from "../ui/Dialog.tsx"
import { Table } from "../ui/Table.tsx"
import { showBulkResult, useBulkResult } from "./bulkResult.ts"

/** Lists the tickets for which a bulk action failed, and why. */
export default function BulkResultDialog() {
  const result = useBulkResult()
  if (result === undefined) return undefined
  const { failed, said, tickets } = result
  return (
    <Dialog
      title={`${said}: ${tickets.length - failed.length} of ${tickets.length}`}
      size="large"
      onClose={() => showBulkResult(undefined)}
    >
      <p className="mb-3">These tickets were not changed:</p>
      <Table
        caption="Tickets that were not changed"
        rows={failed}
        keyOf={({ ticketId }) => ticketId}
        columns={[
          { title: "Ticket", cell: ({ ticketId }) => tickets.find(({ id }) => id === ticketId)?.publicId ?? ticketId },
          { title: "Reason", cell: ({ code, message }) => message ?? code }
        ]}
      />
    </Dialog>
  )
}
