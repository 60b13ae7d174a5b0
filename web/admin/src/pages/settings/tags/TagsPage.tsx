import { Link } from "@tanstack/react-router"
import type { Brand, Tag } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { pickMany } from "../../../app/picks.ts"
import { keys } from "../../../app/queries.ts"
import { useIsAdmin } from "../../../app/session.ts"
import { useTags } from "../../../data/brands.ts"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { CountsFailure } from "../../../forms/CountsFailure.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { NamedDialog } from "../../../forms/NamedDialog.tsx"
import { dropRecords, putRecord } from "../../../forms/records.ts"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { ticketsOf, useTicketCounts } from "../../../forms/useTicketCounts.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { Dot } from "../../../ui/Dot.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Menu } from "../../../ui/Menu.tsx"
import { Table } from "../../../ui/Table.tsx"
import { toast } from "../../../ui/toasts.ts"

export default function TagsPage() {
  const [making, setMaking] = useState(false)
  const button = (
    <Button kind="primary" onClick={() => setMaking(true)}>
      New tag
    </Button>
  )
  return (
    <BrandPage title="Tags" lead="Labels that agents and programs add to tickets." actions={() => button}>
      {(brand) => (
        <>
          <Tags key={brand.id} brand={brand} />
          {making ? (
            <NamedDialog
              title="New tag"
              verb="Create tag"
              save={(input) => client.tags.create(brand.id, input).then(put)}
              onClose={() => setMaking(false)}
            />
          ) : undefined}
        </>
      )}
    </BrandPage>
  )
}

const put = (tag: Tag) => putRecord(keys.tags(tag.brandId), tag)

function Tags({ brand }: { readonly brand: Brand }) {
  const query = useTags(brand.id)
  const isAdmin = useIsAdmin()
  const { countOf, ...counts } = useTicketCounts(keys.tags(brand.id), () => client.tags.stats(brand.id))
  const [edited, setEdited] = useState<Tag>()
  const [doomed, setDoomed] = useState<Tag>()
  const [merged, setMerged] = useState<{ readonly into: Tag; readonly sources: ReadonlyArray<Tag> }>()

  const chooseMerge = async (into: Tag, tags: ReadonlyArray<Tag>) => {
    const others = tags.filter(({ id }) => id !== into.id)
    const chosen = await pickMany({
      title: `Which tags should be merged into ${into.name}?`,
      options: others.map(({ id, name, color }) => ({ id, label: name, color })),
      chosen: []
    })
    const sources = others.filter(({ id }) => chosen?.includes(id))
    if (sources.length > 0) setMerged({ into, sources })
  }

  return (
    <Loaded query={query}>
      {(tags) =>
        tags.length === 0 ? (
          <EmptyState
            title="No tags yet"
            call={{ method: "POST", path: `/v1/brands/${brand.id}/tags`, body: { name: "refund" } }}
          >
            Tags show what tickets are about, and you can filter lists by them.
          </EmptyState>
        ) : (
          <>
            <CountsFailure {...counts} />
            <Table
              caption="Tags"
              rows={tags}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Tag",
                  cell: ({ name, color }) => (
                    <span className="inline-flex items-center gap-2 font-medium">
                      <Dot color={color} />
                      {name}
                    </span>
                  )
                },
                {
                  title: "Tickets",
                  align: "end",
                  cell: ({ id }) => (
                    <Link to="/inbox" search={{ view: "all", brand: brand.slug, tag: id }} className="text-accent">
                      {countOf(id) ?? "…"}
                    </Link>
                  )
                },
                {
                  title: "Actions",
                  hideTitle: true,
                  align: "end",
                  cell: (tag) => (
                    <Menu
                      label={`More for ${tag.name}`}
                      items={[
                        { label: "Edit", run: () => setEdited(tag) },
                        {
                          label: "Merge other tags into it",
                          run: () => void chooseMerge(tag, tags).catch(reportFailure),
                          disabled: !isAdmin || tags.length < 2
                        },
                        { label: "Delete", run: () => setDoomed(tag), danger: true, disabled: !isAdmin }
                      ]}
                    />
                  )
                }
              ]}
            />
            {edited === undefined ? undefined : (
              <NamedDialog
                title={edited.name}
                verb="Save"
                initial={edited}
                save={(input) => client.tags.update(brand.id, edited.id, input).then(put)}
                onClose={() => setEdited(undefined)}
              />
            )}
            {doomed === undefined ? undefined : (
              <ConfirmDialog
                title={`Delete ${doomed.name}?`}
                verb="Delete tag"
                act={async () => {
                  await client.tags.delete(brand.id, doomed.id)
                  dropRecords(keys.tags(brand.id), [doomed.id])
                }}
                onClose={() => setDoomed(undefined)}
              >
                It is removed from {whichTickets(countOf(doomed.id))}. This cannot be undone.
              </ConfirmDialog>
            )}
            {merged === undefined ? undefined : (
              <ConfirmDialog
                title={`Merge into ${merged.into.name}?`}
                verb="Merge"
                act={async () => {
                  const sourceTagIds = merged.sources.map(({ id }) => id)
                  await client.tags.merge(brand.id, merged.into.id, { sourceTagIds })
                  dropRecords(keys.tags(brand.id), sourceTagIds)
                  toast({ text: `Merged into ${merged.into.name}` })
                }}
                onClose={() => setMerged(undefined)}
              >
                Tickets with {merged.sources.map(({ name }) => name).join(", ")} get {merged.into.name} instead, and the
                old tags are deleted. This cannot be undone.
              </ConfirmDialog>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const whichTickets = (count: number | undefined) => (count === undefined ? "every ticket with it" : ticketsOf(count))
