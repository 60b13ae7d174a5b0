import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { AddressesCard } from "./AddressesCard.tsx"
import { DomainsCard } from "./DomainsCard.tsx"

export default function EmailPage() {
  return (
    <BrandPage title="E-mail" lead="Where customers write to, and whose name answers come in.">
      {(brand) => (
        <div key={brand.id} className="flex flex-col gap-4">
          <AddressesCard brand={brand} />
          <DomainsCard brand={brand} />
        </div>
      )}
    </BrandPage>
  )
}
