import { useQuery } from "@tanstack/react-query"
import type { Brand, SlackApp } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { Badge } from "../../../../ui/Badge.tsx"
import { Button } from "../../../../ui/Button.tsx"
import { Card } from "../../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx"
import { copyText } from "../../../../ui/CopyButton.tsx"
import { Menu } from "../../../../ui/Menu.tsx"
import { Table } from "../../../../ui/Table.tsx"
import { channelsKey, dropChannel } from "../channelQueries.ts"
import { AppDialog } from "./AppDialog.tsx"
import { connectWorkspace } from "./connectWorkspace.ts"

/** The brand's own Slack apps, besides the operator's. */
export function AppsCard({ brand }: { readonly brand: Brand }) {
  const query = useQuery({
    queryKey: channelsKey(brand.id, "slack-apps"),
    queryFn: () => client.slackApps.list(brand.id)
  })
  const [edited, setEdited] = useState<SlackApp | "new">()
  const [doomed, setDoomed] = useState<SlackApp>()
  const copyManifest = (app: SlackApp) =>
    client.slackApps.manifest(brand.id, app.id).then(({ manifest }) => copyText(manifest, "Copied"), reportFailure)
  return (
    <Card title="Apps of your own" actions={<Button onClick={() => setEdited("new")}>Add an app</Button>}>
      <Loaded query={query}>
        {(apps) =>
          apps.length === 0 ? (
            <p className="text-soft">
              None yet. Workspaces install the app of this server. An app of your own has your name, and rate limits of
              its own at Slack.
            </p>
          ) : (
            <Table
              caption="Slack apps of your own"
              rows={apps}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "App",
                  cell: ({ clientId, name }) => (
                    <>
                      <span className="block font-medium">{name}</span>
                      <span className="block text-sm text-soft">{clientId ?? "not made at Slack yet"}</span>
                    </>
                  )
                },
                { title: "State", cell: (app) => <State {...app} /> },
                {
                  title: "Request URL",
                  wide: true,
                  cell: ({ eventsUrl, hasAppToken }) =>
                    hasAppToken ? "Socket Mode" : <span className="break-all">{eventsUrl}</span>
                },
                {
                  title: "Actions",
                  hideTitle: true,
                  align: "end",
                  cell: (app) => (
                    <Menu
                      label={`More for ${app.name}`}
                      items={[
                        { label: "Copy the manifest", act: () => copyManifest(app) },
                        { label: "Edit", run: () => setEdited(app) },
                        {
                          label: "Connect a workspace",
                          run: () => void connectWorkspace(brand.id, app.id).catch(reportFailure),
                          disabled: !isInstallable(app)
                        },
                        { label: "Remove", run: () => setDoomed(app), danger: true }
                      ]}
                    />
                  )
                }
              ]}
            />
          )
        }
      </Loaded>
      {edited === undefined ? undefined : (
        <AppDialog
          brandId={brand.id}
          {...(edited === "new" ? {} : { app: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Remove ${doomed.name}?`}
          verb="Remove the app"
          act={() => client.slackApps.delete(brand.id, doomed.id).then(() => dropChannel("slack-apps", doomed))}
          onClose={() => setDoomed(undefined)}
        >
          Slack cannot reach it here any more. Disconnect the workspaces that have let it in first.
        </ConfirmDialog>
      )}
    </Card>
  )
}

const isInstallable = ({ clientId, hasClientSecret }: SlackApp) => clientId !== undefined && hasClientSecret

function State(app: SlackApp) {
  if (!isInstallable(app)) return <Badge tone="warn">needs its client id and secret</Badge>
  return app.hasSigningSecret || app.hasAppToken ? (
    <Badge tone="good">ready</Badge>
  ) : (
    <Badge tone="warn">needs its signing secret</Badge>
  )
}
