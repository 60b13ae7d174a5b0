import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { AddressesCard } from "./AddressesCard.tsx"
import { DomainsCard } from "./DomainsCard.tsx"

export default function EmailPage() {
  return (
    <BrandPage title="Email" lead="The addresses that customers write to, and the sender of your replies.">
      {(brand) => (
        <div key={brand.id} className="flex flex-col gap-4">
          <AddressesCard brand={brand} />
          <DomainsCard brand={brand} />
        </div>
      )}
    </BrandPage>
  )
}
