import { useQuery } from "@tanstack/react-query"
import type { Brand, SlackChannel, SlackInstallation } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { Badge } from "../../../../ui/Badge.tsx"
import { Button } from "../../../../ui/Button.tsx"
import { Card } from "../../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx"
import { EmptyState } from "../../../../ui/EmptyState.tsx"
import { Menu } from "../../../../ui/Menu.tsx"
import { Table } from "../../../../ui/Table.tsx"
import { toast } from "../../../../ui/toasts.ts"
import { ChannelState, LastUse } from "../ChannelState.tsx"
import { channelsKey, dropChannel, putChannel } from "../channelQueries.ts"
import { AppsCard } from "./AppsCard.tsx"
import { connectWorkspace } from "./connectWorkspace.ts"
import { ReactionsDialog } from "./ReactionsDialog.tsx"
import { SlackChannelDialog } from "./SlackChannelDialog.tsx"

export default function SlackPage() {
  return (
    <BrandPage
      title="Slack"
      lead="Turn messages in Slack into tickets, and answer tickets from Slack."
      actions={(brand) => <InstallButton brand={brand} />}
    >
      {(brand) => (
        <div key={brand.id} className="flex flex-col gap-4">
          <Workspaces brand={brand} />
          <AppsCard brand={brand} />
        </div>
      )}
    </BrandPage>
  )
}

function InstallButton({ brand }: { readonly brand: Brand }) {
  const [busy, setBusy] = useState(false)
  const install = async () => {
    setBusy(true)
    try {
      await connectWorkspace(brand.id)
    } catch (error) {
      reportFailure(error)
      setBusy(false)
    }
  }
  return (
    <Button kind="primary" busy={busy} onClick={() => void install()}>
      Connect a workspace
    </Button>
  )
}

function Workspaces({ brand }: { readonly brand: Brand }) {
  const query = useQuery({ queryKey: channelsKey(brand.id, "slack"), queryFn: () => client.slack.list(brand.id) })
  return (
    <Loaded query={query}>
      {(installations) =>
        installations.length === 0 ? (
          <EmptyState
            title="No workspace yet"
            call={{ method: "POST", path: `/v1/brands/${brand.id}/channels/slack/install-url` }}
          >
            Connect a workspace with this server's app, or add your own app below.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            {installations.map((installation) => (
              <Workspace key={installation.id} brand={brand} installation={installation} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

const triggers = { every_message: "every message", mention: "a mention", shortcut: "the shortcut" } as const
const mirrors = {
  off: "no threads",
  alerts: "read-only threads",
  notes: "messages become notes",
  replies: "notes, or replies with !reply"
}

function Workspace({ brand, installation }: { readonly brand: Brand; readonly installation: SlackInstallation }) {
  const { channels, id, missingScopes, status, teamName } = installation
  const [edited, setEdited] = useState<SlackChannel | "new">()
  const [reacting, setReacting] = useState(false)
  const [doomed, setDoomed] = useState(false)
  const put = (changed: SlackInstallation) => putChannel("slack", changed)
  const given = channels.map(({ channelId, role, trigger, mirror, brandId }): SlackChannel => {
    const where = { channelId, trigger, ...(brandId === undefined ? {} : { brandId }) }
    return role === "agent" && mirror !== undefined ? { ...where, role, mirror } : { ...where, role }
  })
  const save = (next: ReadonlyArray<SlackChannel>) =>
    client.slack.update(brand.id, id, { channels: [...next] }).then(put)
  const without = (channelId: string) => given.filter((channel) => channel.channelId !== channelId)
  const test = (channelId: string) =>
    client.slack.test(brand.id, id, { channelId }).then(() => toast({ text: "Test message posted" }), reportFailure)
  return (
    <Card
      title={teamName}
      actions={
        <Menu
          label={`More for ${teamName}`}
          items={[
            {
              label: status === "disabled" ? "Turn on" : "Turn off",
              act: () => client.slack.update(brand.id, id, { enabled: status === "disabled" }).then(put, reportFailure)
            },
            { label: "Reactions", run: () => setReacting(true) },
            { label: "Disconnect", run: () => setDoomed(true), danger: true }
          ]}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <ChannelState {...installation} />
          <LastUse {...installation} />
        </p>
        {missingScopes === undefined || missingScopes.length === 0 ? undefined : (
          <p className="text-warn">
            Missing permissions: {missingScopes.join(", ")}. Connect the workspace again to grant them.
          </p>
        )}
        {channels.length === 0 ? (
          <p className="text-soft">No channels yet. Invite the app to a channel in Slack, then add the channel here.</p>
        ) : (
          <Table
            caption={`Channels of ${teamName}`}
            rows={channels}
            keyOf={({ channelId }) => channelId}
            columns={[
              {
                title: "Channel",
                cell: ({ channelId, name, state }) => (
                  <>
                    {name === undefined ? <code className="font-mono text-xs">{channelId}</code> : `#${name}`}{" "}
                    {state === undefined ? undefined : <Badge tone="warn">{state}</Badge>}
                  </>
                )
              },
              { title: "Who writes there", cell: ({ role }) => (role === "customer" ? "customers" : "the team") },
              {
                title: "What it does",
                wide: true,
                cell: ({ role, trigger, mirror }) =>
                  role === "customer" ? `tickets from ${triggers[trigger]}` : mirrors[mirror ?? "off"]
              },
              {
                title: "Actions",
                hideTitle: true,
                align: "end",
                cell: ({ channelId, name }) => (
                  <Menu
                    label={`More for ${name ?? channelId}`}
                    items={[
                      { label: "Edit", run: () => setEdited(given.find((one) => one.channelId === channelId)) },
                      { label: "Post test message", act: () => test(channelId) },
                      {
                        label: "Remove",
                        act: () => save(without(channelId)).catch(reportFailure),
                        danger: true
                      }
                    ]}
                  />
                )
              }
            ]}
          />
        )}
        <div>
          <Button onClick={() => setEdited("new")}>Add a channel</Button>
        </div>
      </div>
      {edited === undefined ? undefined : (
        <SlackChannelDialog
          brandId={brand.id}
          {...(edited === "new" ? {} : { channel: edited })}
          save={(channel) => save([...without(channel.channelId), channel])}
          onClose={() => setEdited(undefined)}
        />
      )}
      {reacting ? (
        <ReactionsDialog
          installation={installation}
          save={(reactions) => client.slack.update(brand.id, id, { reactions }).then(put)}
          onClose={() => setReacting(false)}
        />
      ) : undefined}
      {doomed ? (
        <ConfirmDialog
          title={`Disconnect ${teamName}?`}
          verb="Disconnect"
          act={() => client.slack.delete(brand.id, id).then(() => dropChannel("slack", installation))}
          onClose={() => setDoomed(false)}
        >
          Its tickets are kept. Replies no longer reach Slack.
        </ConfirmDialog>
      ) : undefined}
    </Card>
  )
}
