import { useQueryClient } from "@tanstack/react-query"
import type { Ticket, Watcher } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../app/client.ts"
import { keys } from "../app/queries.ts"
import { FormDialog } from "../forms/FormDialog.tsx"
import { Checkbox } from "../ui/Field.tsx"
import { toast } from "../ui/toasts.ts"
import { isOutsider } from "./watcherWords.ts"

interface Props {
  readonly ticket: Ticket
  readonly watcher: Watcher
  readonly name: string
  readonly onClose: () => void
}

/** What a watcher of a ticket is notified of. */
export default function WatcherDialog({ ticket: { brandId, id }, watcher, name, onClose }: Props) {
  const queryClient = useQueryClient()
  const [notifyOnComment, setNotifyOnComment] = useState(watcher.notifyOnComment)
  const [notifyOnStatusChange, setNotifyOnStatusChange] = useState(watcher.notifyOnStatusChange)
  const queryKey = keys.watchers(id)
  const submit = async () => {
    const flags = { notifyOnComment, notifyOnStatusChange }
    const saved = await client.watchers.update(brandId, id, watcher.memberId, flags)
    queryClient.setQueryData<Array<Watcher>>(queryKey, (all) =>
      all?.map((one) => (one.memberId === saved.memberId ? saved : one))
    )
    void queryClient.invalidateQueries({ queryKey: keys.history(id) })
    toast({ text: "Saved" })
  }
  return (
    <FormDialog title={`Notifications for ${name}`} verb="Save" submit={submit} onClose={onClose}>
      {() => (
        <>
          <Checkbox
            label={isOutsider(watcher) ? "Messages to and from the customer" : "Messages and internal notes"}
            hint={isOutsider(watcher) ? "People outside the team are never notified of internal notes." : undefined}
            checked={notifyOnComment}
            onChange={(event) => setNotifyOnComment(event.target.checked)}
          />
          <Checkbox
            label="Status changes"
            checked={notifyOnStatusChange}
            onChange={(event) => setNotifyOnStatusChange(event.target.checked)}
          />
          <p className="text-sm text-soft">Sent by email, except for their own actions.</p>
        </>
      )}
    </FormDialog>
  )
}
