import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { DraftCard } from "../../../../forms/DraftCard.tsx"
import { orNull, useDraft } from "../../../../forms/useDraft.ts"
import { Field, TextArea, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { saveBrand } from "../../general/saveBrand.ts"

/** What holds for all numbers of a brand. */
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
            label="Texts a day"
            hint="4 to 10,000,000. What would be more waits, and goes when there is room."
            error={fieldError(error, "smsDailyLimit")}
            className="max-w-sm"
          >
            <TextInput
              type="number"
              value={value.smsDailyLimit ?? ""}
              onChange={(event) => set({ smsDailyLimit: Number(event.target.value) })}
            />
          </Field>
          <Field
            label="Question for an e-mail address"
            hint="Sent once to everybody who texts for the first time; at most 480 characters. Empty: nobody is asked."
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
