import { useNavigate, useSearch } from "@tanstack/react-router"
import type { TrunklineEvent } from "@trunkline/sdk"
import { useState } from "react"
import { useBrands } from "../../../data/brands.ts"
import { Button } from "../../../ui/Button.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { Field, Select } from "../../../ui/Field.tsx"
import { Options } from "../../../ui/Options.tsx"
import { Page } from "../../../ui/Page.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { eventNames } from "../eventCatalogue.ts"
import { useEventFeed } from "./useEventFeed.ts"

/** The parts of an event that a row shows. */
type Shown = Pick<TrunklineEvent, "id" | "event" | "actor" | "timestamp"> & { readonly data: object }

/** The parameters of this page's address: a brand's slug and the name of an event. */
interface EventsSearch {
  readonly brand?: string
  readonly event?: string
}

export default function EventsPage() {
  const { brand = "", event: type = "" } = useSearch({ strict: false }) as EventsSearch
  const navigate = useNavigate()
  const narrow = (more: EventsSearch) => void navigate({ to: ".", search: { brand, event: type, ...more } })
  const brands = useBrands().data
  // The API reports a brand that it does not know.
  const brandId = brand === "" ? "" : brands && (brands.find(({ slug }) => slug === brand)?.id ?? brand)
  const [opened, setOpened] = useState<Shown>()
  const feed = useEventFeed({ brandId, type })
  const query = new URLSearchParams({ ...(brandId ? { brandId } : {}), ...(type === "" ? {} : { types: type }) })
  return (
    <Page
      title="Events"
      lead="Everything that happens, live: the same feed that the API serves."
      actions={
        <>
          <Button onClick={feed.toggle}>{feed.isFollowing ? "Pause updates" : "Resume updates"}</Button>
          <CopyAsCurl call={{ method: "GET", path: `/v1/events/stream?${query}` }} />
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <Field label="Brand" className="w-48">
          <Select value={brand} onChange={(event) => narrow({ brand: event.target.value })}>
            <option value="">all</option>
            <Options of={(brands ?? []).map(({ slug, name }) => [slug, name])} />
          </Select>
        </Field>
        <Field label="Event" className="w-56">
          <Select value={type} onChange={(event) => narrow({ event: event.target.value })}>
            <option value="">all</option>
            <Options of={eventNames.map((name) => [name, name])} />
          </Select>
        </Field>
      </div>
      {feed.error === undefined ? undefined : <ErrorPanel error={feed.error} retry={feed.retry} />}
      {feed.events.length === 0 ? (
        <EmptyState title="Waiting for events">
          Create a ticket or reply to one. Its events appear here automatically.
        </EmptyState>
      ) : (
        <Table<Shown>
          caption="Events, newest first"
          rows={feed.events}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Event",
              cell: (event) => (
                <button
                  type="button"
                  className="text-start font-mono text-sm text-accent"
                  onClick={() => setOpened(event)}
                >
                  {event.event}
                </button>
              )
            },
            { title: "About", cell: ({ data }) => aboutOf(data) },
            { title: "By", wide: true, cell: ({ actor }) => actor.name ?? actor.type },
            { title: "When", align: "end", cell: ({ timestamp }) => <Time at={timestamp} /> }
          ]}
        />
      )}
      {opened === undefined ? undefined : (
        <Dialog title={opened.event} size="large" onClose={() => setOpened(undefined)}>
          <CodeBlock text={JSON.stringify(opened, undefined, 2)} label="Event data" />
        </Dialog>
      )}
    </Page>
  )
}

/** What an event is about, in words. */
const aboutOf = (data: object): string => {
  for (const name of ["publicId", "ticketPublicId", "title", "email", "ticketId", "id"]) {
    const value = (data as Record<string, unknown>)[name]
    if (typeof value === "string") return value
  }
  return ""
}
