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
      lead="Messages that test mode captured instead of sending, exactly as customers would receive them."
      actions={mode === "test" ? <ClearButton /> : undefined}
    >
      {mode === "live" ? (
        <OnlyInTestMode>
          In test mode, nothing is sent. Emails, text messages and chat messages are stored here for seven days.
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
          title="Clear captured messages?"
          verb="Clear messages"
          act={() => client.testMode.clearOutbox().then(readAgain)}
          onClose={() => setAsked(false)}
        >
          Only the captured copies are deleted. Tickets keep their comments.
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
          <EmptyState title="No captured messages">
            Reply to a ticket in test mode or request a sign-in link. What the customer would receive appears here.
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
              {cc === undefined || cc.length === 0 ? "" : `, Cc ${cc.join(", ")}`}
            </p>
            {htmlView === undefined ? undefined : <MailFrame view={htmlView} />}
            <CodeBlock text={text} label="Plain text" />
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
