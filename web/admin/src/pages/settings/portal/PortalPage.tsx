import type { Brand, BrandUpdate } from "@trunkline/sdk"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { DraftCard } from "../../../forms/DraftCard.tsx"
import { LinesInput } from "../../../forms/LinesInput.tsx"
import { useDraft } from "../../../forms/useDraft.ts"
import { Field } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { saveBrand } from "../general/saveBrand.ts"
import { HostedPortalCard } from "./HostedPortalCard.tsx"
import { PreviewCard } from "./PreviewCard.tsx"
import { WidgetCard } from "./WidgetCard.tsx"

export default function PortalPage() {
  return (
    <BrandPage title="Portal and widget" lead="Where customers see their tickets and create new ones.">
      {(brand) => (
        <div key={brand.id} className="flex flex-col gap-4">
          <HostedPortalCard brand={brand} />
          <OriginsCard brand={brand} />
          <WidgetCard brand={brand} />
          <PreviewCard brand={brand} />
        </div>
      )}
    </BrandPage>
  )
}

/** Origins that may embed the widget or call the portal's API from a browser. */
function OriginsCard({ brand }: { readonly brand: Brand }) {
  const draft = useDraft<BrandUpdate>({ portalOrigins: brand.portalOrigins })
  return (
    <DraftCard title="Your own sites" draft={draft} save={saveBrand(brand)}>
      {(error) => (
        <Field
          label="Allowed origins"
          hint="One per line, such as https://www.example.com. Only these sites can embed the widget or call the portal from a browser."
          error={fieldError(error, "portalOrigins")}
        >
          <LinesInput
            rows={3}
            value={draft.value.portalOrigins ?? []}
            onChange={(portalOrigins) => draft.set({ portalOrigins })}
          />
        </Field>
      )}
    </DraftCard>
  )
}
