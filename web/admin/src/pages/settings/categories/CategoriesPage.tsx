import type { Brand, Category } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { keys } from "../../../app/queries.ts"
import { useCategories } from "../../../data/brands.ts"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { CountsFailure } from "../../../forms/CountsFailure.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { NamedDialog } from "../../../forms/NamedDialog.tsx"
import { dropRecords, putList, putRecord } from "../../../forms/records.ts"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { SortableRows } from "../../../forms/SortableRows.tsx"
import { ticketsOf, useTicketCounts } from "../../../forms/useTicketCounts.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { Dot } from "../../../ui/Dot.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Menu } from "../../../ui/Menu.tsx"

export default function CategoriesPage() {
  const [making, setMaking] = useState(false)
  return (
    <BrandPage
      title="Categories"
      lead="What tickets are about. Each ticket has at most one."
      actions={() => (
        <Button kind="primary" onClick={() => setMaking(true)}>
          New category
        </Button>
      )}
    >
      {(brand) => (
        <>
          <Categories key={brand.id} brand={brand} />
          {making ? (
            <NamedDialog
              title="New category"
              verb="Create category"
              described
              save={(input) => client.categories.create(brand.id, input).then(put)}
              onClose={() => setMaking(false)}
            />
          ) : undefined}
        </>
      )}
    </BrandPage>
  )
}

const put = (category: Category) => putRecord(keys.categories(category.brandId), category)

function Categories({ brand }: { readonly brand: Brand }) {
  const query = useCategories(brand.id)
  const { countOf, ...counts } = useTicketCounts(keys.categories(brand.id), () => client.categories.stats(brand.id))
  const [edited, setEdited] = useState<Category>()
  const [doomed, setDoomed] = useState<Category>()
  return (
    <Loaded query={query}>
      {(categories) =>
        categories.length === 0 ? (
          <EmptyState
            title="No categories yet"
            call={{ method: "POST", path: `/v1/brands/${brand.id}/categories`, body: { name: "Billing" } }}
          >
            A category shows which part of your product or business a ticket is about.
          </EmptyState>
        ) : (
          <>
            <CountsFailure {...counts} />
            <SortableRows
              label="Categories"
              rows={categories}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              reorder={(categoryIds) =>
                client.categories
                  .reorder(brand.id, { categoryIds: [...categoryIds] })
                  .then((ordered) => putList(keys.categories(brand.id), ordered), reportFailure)
              }
            >
              {(category) => (
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="flex min-w-40 flex-1 items-center gap-2">
                    <Dot color={category.color} />
                    <span className="min-w-0 font-medium">{category.name}</span>
                    <span className="min-w-0 text-sm text-soft">{category.description}</span>
                  </span>
                  <span className="text-sm text-soft">{ticketsOf(countOf(category.id))}</span>
                  <Menu
                    label={`More for ${category.name}`}
                    items={[
                      { label: "Edit", run: () => setEdited(category) },
                      { label: "Delete", run: () => setDoomed(category), danger: true }
                    ]}
                  />
                </div>
              )}
            </SortableRows>
            {edited === undefined ? undefined : (
              <NamedDialog
                title={edited.name}
                verb="Save"
                described
                initial={edited}
                save={(input) => client.categories.update(brand.id, edited.id, input).then(put)}
                onClose={() => setEdited(undefined)}
              />
            )}
            {doomed === undefined ? undefined : (
              <ConfirmDialog
                title={`Delete ${doomed.name}?`}
                verb="Delete category"
                act={async () => {
                  await client.categories.delete(brand.id, doomed.id)
                  dropRecords(keys.categories(brand.id), [doomed.id])
                }}
                onClose={() => setDoomed(undefined)}
              >
                {emptied(countOf(doomed.id))} left without a category. This cannot be undone.
              </ConfirmDialog>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const emptied = (count: number | undefined) =>
  count === undefined ? "Every ticket with it is" : `${ticketsOf(count)} ${count === 1 ? "is" : "are"}`
