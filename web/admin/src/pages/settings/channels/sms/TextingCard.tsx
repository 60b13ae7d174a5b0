import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { DraftCard } from "../../../../forms/DraftCard.tsx"
import { orNull, useDraft } from "../../../../forms/useDraft.ts"
import { Field, TextArea } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { NumberInput } from "../../../../ui/NumberInput.tsx"
import { saveBrand } from "../../general/saveBrand.ts"

/** Settings for all numbers of a brand. */
export function TextingCard({ brand }: { readonly brand: Brand }) {
  const draft = useDraft<BrandUpdate>({
    smsDailyLimit: brand.smsDailyLimit,
    smsEmailPrompt: brand.smsEmailPrompt ?? null
  })
  const { value, set } = draft
  return (
    <DraftCard title="All numbers" draft={draft} save={saveBrand(brand)}>
      {(error) => (
        <>
          <Field
            label="Texts per day"
            hint="4 to 10,000,000. Any more wait until the limit allows them."
            error={fieldError(error, "smsDailyLimit")}
            className="max-w-sm"
          >
            <NumberInput
              required
              min={4}
              max={10_000_000}
              value={value.smsDailyLimit ?? Number.NaN}
              onChange={(limit) => set({ smsDailyLimit: limit })}
            />
          </Field>
          <Field
            label="Request for an email address"
            hint="Sent once to everyone who texts for the first time. At most 480 characters. Leave empty to send none."
            error={fieldError(error, "smsEmailPrompt")}
          >
            <TextArea
              rows={2}
              value={value.smsEmailPrompt ?? ""}
              onChange={(event) => set({ smsEmailPrompt: orNull(event.target.value) })}
            />
          </Field>
        </>
      )}
    </DraftCard>
  )
}
