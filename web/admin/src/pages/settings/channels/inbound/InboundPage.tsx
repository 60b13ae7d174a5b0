import { useNavigate, useSearch } from "@tanstack/react-router"
import type { Brand, InboundMessage } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { useIsAdmin } from "../../../../app/session.ts"
import { usePages } from "../../../../data/usePages.ts"
import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { PagedRows } from "../../../../forms/PagedRows.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { Explanation } from "../../../../tickets/WhyDialog.tsx"
import { wayOf } from "../../../../tickets/wayWords.ts"
import { Dialog } from "../../../../ui/Dialog.tsx"
import { EmptyState } from "../../../../ui/EmptyState.tsx"
import { Field, Select } from "../../../../ui/Field.tsx"
import { Menu } from "../../../../ui/Menu.tsx"
import { Options } from "../../../../ui/Options.tsx"
import { StateBadge, stateIn } from "../../../../ui/StateBadge.tsx"
import { Table } from "../../../../ui/Table.tsx"
import { Time } from "../../../../ui/Time.tsx"
import { toast } from "../../../../ui/toasts.ts"
import { channelsKey, readChannelsAgain } from "../channelQueries.ts"

const states = {
  received: ["neutral", "processing"],
  processed: ["good", "processed"],
  duplicate: ["neutral", "duplicate"],
  ignored: ["warn", "ignored"],
  failed: ["bad", "failed"]
} as const
type Status = keyof typeof states

export default function InboundPage() {
  return (
    <BrandPage title="Inbound log" lead="Every inbound message, what happened to it and why. Stored for 30 days.">
      {(brand) => <Messages key={brand.id} brand={brand} />}
    </BrandPage>
  )
}

function Messages({ brand }: { readonly brand: Brand }) {
  const search = useSearch({ strict: false }) as { readonly status?: Status }
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const [opened, setOpened] = useState<InboundMessage>()
  const status = search.status === undefined ? {} : { status: search.status }
  const messages = usePages(channelsKey(brand.id, "inbound", search.status ?? ""), (cursor, options) =>
    client.inbound.list(brand.id, { ...status, ...cursor }, options)
  )
  const reprocess = ({ id }: InboundMessage) =>
    client.inbound.reprocess(brand.id, id).then(({ status }) => {
      toast({ text: `Processed again. Result: ${stateIn(states, status)[1]}` })
      return readChannelsAgain(brand.id)
    }, reportFailure)
  const download = async ({ id }: InboundMessage) => {
    const url = URL.createObjectURL(await client.inbound.raw(brand.id, id))
    const link = Object.assign(document.createElement("a"), { href: url, download: `${id}.eml` })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <Field label="Result" className="w-48">
        <Select
          value={search.status ?? ""}
          onChange={(event) =>
            void navigate({ to: ".", search: { ...search, status: event.target.value || undefined } })
          }
        >
          <option value="">all</option>
          <Options of={Object.entries(states).map(([status, [, word]]) => [status, word])} />
        </Select>
      </Field>
      <PagedRows
        pages={messages}
        empty={
          <EmptyState title="No messages received yet" call={{ method: "GET", path: `/v1/brands/${brand.id}/inbound` }}>
            Write to {brand.inboundEmail}, or use the simulators in test mode.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Messages, newest first"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Message",
                cell: (message) => (
                  <>
                    <button type="button" className="text-start text-accent" onClick={() => setOpened(message)}>
                      {message.subject ?? wayOf(message.channel)}
                    </button>
                    <span className="block text-sm break-all text-soft">{message.from}</span>
                  </>
                )
              },
              {
                title: "State",
                cell: ({ error, status }) => (
                  <>
                    <StateBadge of={states} state={status} />
                    {error === undefined ? undefined : <span className="block text-sm text-bad">{error}</span>}
                  </>
                )
              },
              { title: "Channel", wide: true, cell: ({ channel }) => wayOf(channel) },
              { title: "When", align: "end", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
              {
                title: "Actions",
                hideTitle: true,
                align: "end",
                cell: (message) => (
                  <Menu
                    label={`More for ${message.subject ?? message.from}`}
                    items={[
                      { label: "Explain", run: () => setOpened(message) },
                      {
                        label: "Download original",
                        run: () => void download(message).catch(reportFailure),
                        disabled: message.channel !== "email"
                      },
                      { label: "Process again", act: () => reprocess(message), disabled: !isAdmin }
                    ]}
                  />
                )
              }
            ]}
          />
        )}
      </PagedRows>
      {opened === undefined ? undefined : (
        <Dialog title={opened.subject ?? "Message"} size="large" onClose={() => setOpened(undefined)}>
          <Explanation message={opened} />
        </Dialog>
      )}
    </>
  )
}
