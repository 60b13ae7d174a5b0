import { useState } from "react"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { Button } from "../../../ui/Button.tsx"
import { DeleteBrand } from "./DeleteBrand.tsx"
import { DeletedBrands } from "./DeletedBrands.tsx"
import { IdentityCard } from "./IdentityCard.tsx"
import { LifeCycleCard } from "./LifeCycleCard.tsx"
import { MailCard } from "./MailCard.tsx"
import { NewBrandDialog } from "./NewBrandDialog.tsx"

export default function GeneralPage() {
  const [making, setMaking] = useState(false)
  return (
    <>
      <BrandPage
        title="General"
        lead="The brand's name and appearance, and how its tickets behave."
        actions={() => <Button onClick={() => setMaking(true)}>New brand</Button>}
        below={<DeletedBrands />}
      >
        {(brand) => (
          <div key={brand.id} className="flex flex-col gap-4">
            <IdentityCard brand={brand} />
            <MailCard brand={brand} />
            <LifeCycleCard brand={brand} />
            <DeleteBrand brand={brand} />
          </div>
        )}
      </BrandPage>
      {making ? <NewBrandDialog onClose={() => setMaking(false)} /> : undefined}
    </>
  )
}
