import { useQuery } from "@tanstack/react-query"
import type { Brand, Status } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { keys } from "../../../app/queries.ts"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { CountsFailure } from "../../../forms/CountsFailure.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { putList } from "../../../forms/records.ts"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { SortableRows } from "../../../forms/SortableRows.tsx"
import { ticketsOf, useTicketCounts } from "../../../forms/useTicketCounts.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dot } from "../../../ui/Dot.tsx"
import { Menu } from "../../../ui/Menu.tsx"
import { categoryNames } from "./categoryNames.ts"
import { StatusDialog } from "./StatusDialog.tsx"
import { allStatusesKey, putStatus } from "./statusQueries.ts"

export default function StatusesPage() {
  const [making, setMaking] = useState(false)
  return (
    <BrandPage
      title="Statuses"
      lead="The steps of a ticket, in your own words. Each status belongs to a category, which filters, counts and rules use. An archived status stays on its tickets but cannot be set on others."
      actions={() => (
        <Button kind="primary" onClick={() => setMaking(true)}>
          New status
        </Button>
      )}
    >
      {(brand) => (
        <>
          <Statuses key={brand.id} brand={brand} />
          {making ? <StatusDialog brandId={brand.id} onClose={() => setMaking(false)} /> : undefined}
        </>
      )}
    </BrandPage>
  )
}

function Statuses({ brand }: { readonly brand: Brand }) {
  const list = allStatusesKey(brand.id)
  const stale = keys.statuses(brand.id)
  const query = useQuery({
    queryKey: list,
    queryFn: () => client.statuses.list(brand.id, { includeInactive: true })
  })
  const [edited, setEdited] = useState<Status>()
  const { countOf, ...counts } = useTicketCounts(stale, () => client.statuses.stats(brand.id))
  const change = (status: Status, changes: { isActive?: boolean; isDefault?: boolean }) =>
    client.statuses.update(brand.id, status.id, changes).then((changed) => putStatus(brand.id, changed), reportFailure)
  return (
    <Loaded query={query}>
      {(statuses) => (
        <>
          <CountsFailure {...counts} />
          <SortableRows
            label="Statuses"
            rows={statuses}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            reorder={(statusIds) =>
              client.statuses
                .reorder(brand.id, { statusIds: [...statusIds] })
                .then((ordered) => putList(list, ordered, stale), reportFailure)
            }
          >
            {(status) => (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="flex min-w-40 flex-1 max-md:basis-full items-center gap-2">
                  <Dot color={status.color} />
                  <span className="min-w-0 font-medium">{status.name}</span>
                  {status.isDefault ? <Badge tone="accent">new tickets</Badge> : undefined}
                  {status.isActive ? undefined : <Badge>archived</Badge>}
                </span>
                <span className="text-sm text-soft">{categoryNames[status.category]}</span>
                <span className="text-end text-sm text-soft md:w-20">{ticketsOf(countOf(status.id))}</span>
                <Menu
                  label={`More for ${status.name}`}
                  items={[
                    { label: "Edit", run: () => setEdited(status) },
                    {
                      label: "Use for new tickets",
                      act: () => change(status, { isDefault: true }),
                      disabled: status.isDefault || !status.isActive || status.category !== "open"
                    },
                    status.isActive
                      ? {
                          label: "Archive",
                          act: () => change(status, { isActive: false }),
                          disabled: status.isDefault || status.isSystem
                        }
                      : { label: "Unarchive", act: () => change(status, { isActive: true }) }
                  ]}
                />
              </div>
            )}
          </SortableRows>
          {edited === undefined ? undefined : (
            <StatusDialog brandId={brand.id} status={edited} onClose={() => setEdited(undefined)} />
          )}
        </>
      )}
    </Loaded>
  )
}
