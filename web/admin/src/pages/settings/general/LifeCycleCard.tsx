import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { DraftCard } from "../../../forms/DraftCard.tsx"
import { useDraft } from "../../../forms/useDraft.ts"
import { Field, Select } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { NumberInput } from "../../../ui/NumberInput.tsx"
import { saveBrand } from "./saveBrand.ts"

/** What happens to a ticket automatically when somebody writes. */
export function LifeCycleCard({ brand }: { readonly brand: Brand }) {
  const { replyStatus, closedReply, closedReplyWindowDays, assigneeOnReopen } = brand
  const draft = useDraft<BrandUpdate>({ replyStatus, closedReply, closedReplyWindowDays, assigneeOnReopen })
  const { value, set } = draft
  return (
    <DraftCard title="Ticket lifecycle" draft={draft} save={saveBrand(brand)}>
      {(error) => (
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="When an agent replies, the ticket" error={fieldError(error, "replyStatus")}>
            <Select
              value={value.replyStatus}
              onChange={(event) => set({ replyStatus: event.target.value as Brand["replyStatus"] })}
            >
              <option value="keep">keeps its status</option>
              <option value="pending">becomes pending</option>
              <option value="resolved">is resolved</option>
            </Select>
          </Field>
          <Field label="When a customer writes to a closed ticket, it" error={fieldError(error, "closedReply")}>
            <Select
              value={value.closedReply}
              onChange={({ target }) =>
                // The number of days is kept while it is hidden.
                set({ closedReply: target.value as Brand["closedReply"], closedReplyWindowDays })
              }
            >
              <option value="reopen">is reopened</option>
              <option value="follow_up">is followed by a new ticket</option>
              <option value="window">is reopened for some days, then followed by a new one</option>
            </Select>
          </Field>
          {value.closedReply === "window" ? (
            <Field label="For how many days" hint="0 to 3,650." error={fieldError(error, "closedReplyWindowDays")}>
              <NumberInput
                required
                min={0}
                max={3_650}
                value={value.closedReplyWindowDays ?? Number.NaN}
                onChange={(days) => set({ closedReplyWindowDays: days })}
              />
            </Field>
          ) : undefined}
          <Field label="When a ticket is reopened, its assignee" error={fieldError(error, "assigneeOnReopen")}>
            <Select
              value={value.assigneeOnReopen}
              onChange={(event) => set({ assigneeOnReopen: event.target.value as Brand["assigneeOnReopen"] })}
            >
              <option value="keep">stays</option>
              <option value="unassign">is removed</option>
            </Select>
          </Field>
        </div>
      )}
    </DraftCard>
  )
}
