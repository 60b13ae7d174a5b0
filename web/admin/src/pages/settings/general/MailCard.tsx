import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { DraftCard } from "../../../forms/DraftCard.tsx"
import { LinesInput } from "../../../forms/LinesInput.tsx"
import { orNull, useDraft } from "../../../forms/useDraft.ts"
import { Checkbox, Field, Select, TextArea, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { saveBrand } from "./saveBrand.ts"

/** The brand's settings for incoming and outgoing mail. */
export function MailCard({ brand }: { readonly brand: Brand }) {
  const { inboundEmailEnabled, autoresponseEnabled, replyMode, inboundSpam, contactFormSenders } = brand
  const draft = useDraft<BrandUpdate>({
    ...{ inboundEmailEnabled, autoresponseEnabled, replyMode, inboundSpam, contactFormSenders },
    autoresponseSubject: brand.autoresponseSubject ?? null,
    autoresponseBody: brand.autoresponseBody ?? null,
    fromName: brand.fromName ?? null,
    fromEmail: brand.fromEmail ?? null
  })
  const { value, set } = draft
  return (
    <DraftCard title="Email" draft={draft} save={saveBrand(brand)}>
      {(error) => (
        <>
          <Checkbox
            label="Turn email to this brand into tickets"
            hint={
              <>
                At <code className="font-mono">{brand.inboundEmail}</code>, and at the addresses under Channels.
              </>
            }
            checked={value.inboundEmailEnabled ?? false}
            onChange={(event) => set({ inboundEmailEnabled: event.target.checked })}
          />
          <div className="grid gap-4 md:grid-cols-2">
            <Field
              label="Sender's name"
              hint="Leave empty to use the brand's name."
              error={fieldError(error, "fromName")}
            >
              <TextInput
                value={value.fromName ?? ""}
                onChange={(event) => set({ fromName: orNull(event.target.value) })}
              />
            </Field>
            <Field
              label="Sender's address"
              hint="At a domain that is verified under Channels."
              error={fieldError(error, "fromEmail")}
            >
              <TextInput
                type="email"
                value={value.fromEmail ?? ""}
                onChange={(event) => set({ fromEmail: orNull(event.target.value) })}
              />
            </Field>
            <Field label="Replies come from" error={fieldError(error, "replyMode")}>
              <Select
                value={value.replyMode}
                onChange={(event) => set({ replyMode: event.target.value as Brand["replyMode"] })}
              >
                <option value="SINGLE">always the sender's address</option>
                <option value="MATCH">the address the customer wrote to</option>
              </Select>
            </Field>
            <Field label="Email that looks like spam" error={fieldError(error, "inboundSpam")}>
              <Select
                value={value.inboundSpam}
                onChange={(event) => set({ inboundSpam: event.target.value as Brand["inboundSpam"] })}
              >
                <option value="mark">is accepted, and its ticket marked as spam</option>
                <option value="reject">is rejected</option>
              </Select>
            </Field>
          </div>
          <Checkbox
            label="Acknowledge new tickets by email"
            hint="Confirms to customers that their email or portal request has arrived."
            checked={value.autoresponseEnabled ?? false}
            onChange={(event) => set({ autoresponseEnabled: event.target.checked })}
          />
          {value.autoresponseEnabled === true ? (
            <>
              <Field
                label="Acknowledgement subject"
                hint="Leave empty to use the default subject."
                error={fieldError(error, "autoresponseSubject")}
              >
                <TextInput
                  value={value.autoresponseSubject ?? ""}
                  onChange={(event) => set({ autoresponseSubject: orNull(event.target.value) })}
                />
              </Field>
              <Field
                label="Acknowledgement text"
                hint="Leave empty to use the default text. In subject and text, you can use {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}}."
                error={fieldError(error, "autoresponseBody")}
              >
                <TextArea
                  rows={5}
                  value={value.autoresponseBody ?? ""}
                  onChange={(event) => set({ autoresponseBody: orNull(event.target.value) })}
                />
              </Field>
            </>
          ) : undefined}
          <Field
            label="Contact form senders"
            hint="One address per line, at most 20. Email from these addresses is treated as written by its Reply-To address."
            error={fieldError(error, "contactFormSenders")}
          >
            <LinesInput
              rows={2}
              value={value.contactFormSenders ?? []}
              onChange={(senders) => set({ contactFormSenders: senders })}
            />
          </Field>
        </>
      )}
    </DraftCard>
  )
}
