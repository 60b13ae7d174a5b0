import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { mode } from "../../../app/mode.ts"
import { queryClient } from "../../../app/queries.ts"
import { usePages } from "../../../data/usePages.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { PagedRows } from "../../../forms/PagedRows.tsx"
import { MailFrame } from "../../../tickets/MailFrame.tsx"
import { wayOf } from "../../../tickets/wayWords.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { Page } from "../../../ui/Page.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"
import { OnlyInTestMode } from "../OnlyInTestMode.tsx"

const outboxKey = ["outbox"]

export default function OutboxPage() {
  return (
    <Page
      title="Captured messages"
      lead="What would have been sent, exactly as it would have arrived."
      actions={mode === "test" ? <ClearButton /> : undefined}
    >
      {mode === "live" ? (
        <OnlyInTestMode>
          In test mode nothing is sent to anybody: mail, text messages and chats are kept here for seven days.
        </OnlyInTestMode>
      ) : (
        <Messages />
      )}
    </Page>
  )
}

const readAgain = () => void queryClient.invalidateQueries({ queryKey: outboxKey })

function ClearButton() {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <CopyAsCurl call={{ method: "GET", path: "/v1/test/outbox" }} />
      <Button kind="danger" onClick={() => setAsked(true)}>
        Clear
      </Button>
      {asked ? (
        <ConfirmDialog
          title="Clear the captured messages?"
          verb="Clear"
          act={() => client.testMode.clearOutbox().then(readAgain)}
          onClose={() => setAsked(false)}
        >
          Tickets keep their comments; only the copies of what was sent are gone.
        </ConfirmDialog>
      ) : undefined}
    </>
  )
}

function Messages() {
  const search = useSearch({ strict: false }) as { readonly message?: string }
  const navigate = useNavigate()
  const open = (message: string | undefined) =>
    void navigate({ to: ".", search: { ...search, message }, replace: true })
  const messages = usePages(outboxKey, (cursor, options) => client.testMode.listOutbox(cursor, options), {
    refetchInterval: 3_000
  })
  return (
    <>
      <PagedRows
        pages={messages}
        empty={
          <EmptyState title="Nothing has been sent">
            Answer a ticket of test mode, or ask for a sign-in link: what customers would get appears here.
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
                cell: ({ id, subject, text }) => (
                  <button type="button" className="text-start text-accent" onClick={() => open(id)}>
                    {subject ?? text.slice(0, 80)}
                  </button>
                )
              },
              {
                title: "Kind",
                wide: true,
                cell: ({ kind, channel }) => <Badge>{`${wayOf(channel)}: ${kind.replace("_", " ")}`}</Badge>
              },
              { title: "To", cell: ({ to }) => to },
              { title: "When", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> }
            ]}
          />
        )}
      </PagedRows>
      {search.message === undefined ? undefined : (
        <MessageDialog messageId={search.message} onClose={() => open(undefined)} />
      )}
    </>
  )
}

function MessageDialog({ messageId, onClose }: { readonly messageId: string; readonly onClose: () => void }) {
  const query = useQuery({
    queryKey: [...outboxKey, messageId],
    queryFn: () => client.testMode.getMessage(messageId),
    gcTime: 0
  })
  return (
    <Dialog title={query.data?.subject ?? "Message"} size="large" onClose={onClose}>
      <Loaded query={query}>
        {({ from, to, cc, text, htmlView, headers }) => (
          <div className="flex flex-col gap-3">
            <p className="text-soft">
              From {from} to {to}
              {cc === undefined || cc.length === 0 ? "" : `, copies to ${cc.join(", ")}`}
            </p>
            {htmlView === undefined ? undefined : <MailFrame view={htmlView} />}
            <CodeBlock text={text} label="As text" />
            {headers === undefined ? undefined : (
              <CodeBlock
                text={Object.entries(headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join("\n")}
                label="Headers"
              />
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
