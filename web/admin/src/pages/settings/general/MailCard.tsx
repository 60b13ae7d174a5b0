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
    <DraftCard title="Mail" draft={draft} save={saveBrand(brand)}>
      {(error) => (
        <>
          <Checkbox
            label="Mail to this brand becomes tickets"
            hint={
              <>
                At <code className="font-mono">{brand.inboundEmail}</code>, and at the addresses of Channels.
              </>
            }
            checked={value.inboundEmailEnabled ?? false}
            onChange={(event) => set({ inboundEmailEnabled: event.target.checked })}
          />
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="Sender's name" hint="Without one, the brand's name." error={fieldError(error, "fromName")}>
              <TextInput
                value={value.fromName ?? ""}
                onChange={(event) => set({ fromName: orNull(event.target.value) })}
              />
            </Field>
            <Field
              label="Sender's address"
              hint="Of a domain that is verified under Channels."
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
            <Field label="Mail that looks like spam" error={fieldError(error, "inboundSpam")}>
              <Select
                value={value.inboundSpam}
                onChange={(event) => set({ inboundSpam: event.target.value as Brand["inboundSpam"] })}
              >
                <option value="mark">is taken, and its ticket marked as spam</option>
                <option value="reject">is refused</option>
              </Select>
            </Field>
          </div>
          <Checkbox
            label="Acknowledge new tickets by mail"
            hint="Tells customers that what they wrote by mail or in the portal has arrived."
            checked={value.autoresponseEnabled ?? false}
            onChange={(event) => set({ autoresponseEnabled: event.target.checked })}
          />
          {value.autoresponseEnabled === true ? (
            <>
              <Field
                label="Subject of the acknowledgement"
                hint="Empty for the one that comes with Trunkline."
                error={fieldError(error, "autoresponseSubject")}
              >
                <TextInput
                  value={value.autoresponseSubject ?? ""}
                  onChange={(event) => set({ autoresponseSubject: orNull(event.target.value) })}
                />
              </Field>
              <Field
                label="Text of the acknowledgement"
                hint="Empty for the text that comes with Trunkline. In subject and text, {{ticketNumber}}, {{ticketTitle}}, {{customerName}} and {{brandName}} stand for what they say."
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
            label="Senders of contact forms"
            hint="One address a line, at most 20: their mail is taken as written by the address it says to reply to."
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
