import { useNavigate } from "@tanstack/react-router"
import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { ColorField } from "../../../forms/ColorField.tsx"
import { DraftCard } from "../../../forms/DraftCard.tsx"
import { orNull, useDraft } from "../../../forms/useDraft.ts"
import { Field, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { NumberInput } from "../../../ui/NumberInput.tsx"
import { saveBrand } from "./saveBrand.ts"

/** The brand's name and appearance. */
export function IdentityCard({ brand }: { readonly brand: Brand }) {
  const { name, slug, ticketPrefix, url, color, iconUrl, logoUrl } = brand
  const navigate = useNavigate()
  const draft = useDraft<BrandUpdate>({
    ...{ name, slug, ticketPrefix, url: url ?? null, color: color ?? null },
    ...{ iconUrl: iconUrl ?? null, logoUrl: logoUrl ?? null, ticketNumberStart: brand.nextTicketNumber }
  })
  const { value, set } = draft
  const save = async (changes: BrandUpdate) => {
    const saved = await saveBrand(brand)(changes)
    // The page shows the brand in its address, so a new slug changes the address.
    if (saved.slug !== slug) await navigate({ to: ".", search: { brand: saved.slug }, replace: true })
  }
  return (
    <DraftCard title="Name and appearance" draft={draft} save={save}>
      {(error) => (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="Name" error={fieldError(error, "name")}>
              <TextInput value={value.name ?? ""} onChange={(event) => set({ name: event.target.value })} />
            </Field>
            <Field
              label="Short name"
              hint="Used in this brand's inbound email address and in dashboard URLs."
              error={fieldError(error, "slug")}
            >
              <TextInput value={value.slug ?? ""} onChange={(event) => set({ slug: event.target.value.trim() })} />
            </Field>
            <Field
              label="Ticket number prefix"
              hint={`The next ticket is ${value.ticketPrefix}-${value.ticketNumberStart || "…"}. A new prefix also applies to earlier tickets, which can still be found by the old one.`}
              error={fieldError(error, "ticketPrefix")}
            >
              <TextInput
                value={value.ticketPrefix ?? ""}
                onChange={(event) => set({ ticketPrefix: event.target.value.trim() })}
              />
            </Field>
            <Field
              label="Next ticket number"
              hint="For example, to continue the numbers of your previous help desk. It can only be increased."
              error={fieldError(error, "ticketNumberStart")}
            >
              <NumberInput
                required
                min={brand.nextTicketNumber}
                max={1_000_000_000}
                value={value.ticketNumberStart ?? Number.NaN}
                onChange={(number) => set({ ticketNumberStart: number })}
              />
            </Field>
            <Field label="Website" error={fieldError(error, "url")}>
              <TextInput
                type="url"
                placeholder="https://"
                value={value.url ?? ""}
                onChange={(event) => set({ url: orNull(event.target.value) })}
              />
            </Field>
            <Field label="Logo URL" hint="Shown in email and in the portal." error={fieldError(error, "logoUrl")}>
              <TextInput
                type="url"
                placeholder="https://"
                value={value.logoUrl ?? ""}
                onChange={(event) => set({ logoUrl: orNull(event.target.value) })}
              />
            </Field>
            <Field label="Icon URL" error={fieldError(error, "iconUrl")}>
              <TextInput
                type="url"
                placeholder="https://"
                value={value.iconUrl ?? ""}
                onChange={(event) => set({ iconUrl: orNull(event.target.value) })}
              />
            </Field>
          </div>
          <ColorField
            value={value.color ?? ""}
            onChange={(chosen) => set({ color: orNull(chosen) })}
            error={fieldError(error, "color")}
          />
        </>
      )}
    </DraftCard>
  )
}
