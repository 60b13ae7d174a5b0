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
    <Card title="Your own apps" actions={<Button onClick={() => setEdited("new")}>Add an app</Button>}>
      <Loaded query={query}>
        {(apps) =>
          apps.length === 0 ? (
            <p className="text-soft">
              None yet. Workspaces install this server's app. Your own app has your name and its own rate limits in
              Slack.
            </p>
          ) : (
            <Table
              caption="Your own Slack apps"
              rows={apps}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "App",
                  cell: ({ clientId, name }) => (
                    <>
                      <span className="block font-medium">{name}</span>
                      <span className="block text-sm text-soft">{clientId ?? "not created in Slack yet"}</span>
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
                        { label: "Copy manifest", act: () => copyManifest(app) },
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
          verb="Remove app"
          act={() => client.slackApps.delete(brand.id, doomed.id).then(() => dropChannel("slack-apps", doomed))}
          onClose={() => setDoomed(undefined)}
        >
          Slack can no longer reach it here. First disconnect the workspaces that have installed it.
        </ConfirmDialog>
      )}
    </Card>
  )
}

const isInstallable = ({ clientId, hasClientSecret }: SlackApp) => clientId !== undefined && hasClientSecret

function State(app: SlackApp) {
  if (!isInstallable(app)) return <Badge tone="warn">client id and secret needed</Badge>
  return app.hasSigningSecret || app.hasAppToken ? (
    <Badge tone="good">ready</Badge>
  ) : (
    <Badge tone="warn">signing secret needed</Badge>
  )
}
