import { useQuery } from "@tanstack/react-query"
import type { Brand, CustomChannel } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { RotateDialog } from "../../../../forms/RotateDialog.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { SecretDialog } from "../../../../forms/SecretDialog.tsx"
import { Button } from "../../../../ui/Button.tsx"
import { CodeBlock } from "../../../../ui/CodeBlock.tsx"
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx"
import { EmptyState } from "../../../../ui/EmptyState.tsx"
import { Menu } from "../../../../ui/Menu.tsx"
import { Table } from "../../../../ui/Table.tsx"
import { toast } from "../../../../ui/toasts.ts"
import { ChannelState, LastUse } from "../ChannelState.tsx"
import { channelsKey, dropChannel, putChannel } from "../channelQueries.ts"
import { tryAgain } from "../tryAgain.ts"
import { CustomDialog } from "./CustomDialog.tsx"

export default function CustomPage() {
  const [making, setMaking] = useState(false)
  return (
    <BrandPage
      title="Custom channels"
      lead="Connect any other messaging system: your program posts inbound messages and receives replies."
      actions={() => (
        <Button kind="primary" onClick={() => setMaking(true)}>
          New channel
        </Button>
      )}
    >
      {(brand) => <Channels key={brand.id} brand={brand} making={making} onMade={() => setMaking(false)} />}
    </BrandPage>
  )
}

function Channels({
  brand,
  making,
  onMade
}: {
  readonly brand: Brand
  readonly making: boolean
  readonly onMade: () => void
}) {
  const query = useQuery({
    queryKey: channelsKey(brand.id, "custom"),
    queryFn: () => client.customChannels.list(brand.id)
  })
  const [secret, setSecret] = useState<{ readonly channelId: string; readonly secret: string }>()
  const [edited, setEdited] = useState<CustomChannel>()
  const [rotated, setRotated] = useState<CustomChannel>()
  const [doomed, setDoomed] = useState<CustomChannel>()
  const put = (channel: CustomChannel) => putChannel("custom", channel)
  const test = ({ id }: CustomChannel) =>
    client.customChannels.test(brand.id, id).then(() => toast({ text: "Test sent to the callback URL" }), reportFailure)
  const enable = ({ id }: CustomChannel, enabled: boolean) =>
    client.customChannels.update(brand.id, id, { enabled }).then(put, reportFailure)
  return (
    <>
      <Loaded query={query}>
        {(channels) =>
          channels.length === 0 ? (
            <EmptyState
              title="No custom channels yet"
              call={{
                method: "POST",
                path: `/v1/brands/${brand.id}/channels/custom`,
                body: { name: "Shop chat", callbackUrl: "https://example.com/trunkline" }
              }}
            >
              Connect Discord, WhatsApp or your shop's chat with about a hundred lines of your own code.
            </EmptyState>
          ) : (
            <Table
              caption="Custom channels"
              rows={channels}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Channel",
                  cell: ({ callbackUrl, name }) => (
                    <>
                      <span className="block font-medium">{name}</span>
                      <span className="block text-sm break-all text-soft">{callbackUrl ?? "receive only"}</span>
                    </>
                  )
                },
                { title: "State", cell: (channel) => <ChannelState {...channel} /> },
                { title: "Last message", wide: true, cell: (channel) => <LastUse {...channel} /> },
                {
                  title: "Actions",
                  hideTitle: true,
                  align: "end",
                  cell: (channel) => (
                    <Menu
                      label={`More for ${channel.name}`}
                      items={[
                        {
                          label: "Send test",
                          act: () => test(channel),
                          disabled: channel.callbackUrl === undefined
                        },
                        { label: "Edit", run: () => setEdited(channel) },
                        ...tryAgain(channel, () => enable(channel, true)),
                        {
                          label: channel.enabled ? "Turn off" : "Turn on",
                          act: () => enable(channel, !channel.enabled)
                        },
                        { label: "New secret", run: () => setRotated(channel) },
                        { label: "Delete", run: () => setDoomed(channel), danger: true }
                      ]}
                    />
                  )
                }
              ]}
            />
          )
        }
      </Loaded>
      {making ? (
        <CustomDialog
          title="New channel"
          verb="Create channel"
          save={async ({ callbackUrl, ...input }) => {
            const { secret, ...made } = await client.customChannels.create(brand.id, {
              ...input,
              ...(callbackUrl === null ? {} : { callbackUrl })
            })
            setSecret({ channelId: made.id, secret })
            put(made)
          }}
          onClose={onMade}
        />
      ) : undefined}
      {edited === undefined ? undefined : (
        <CustomDialog
          title={edited.name}
          verb="Save"
          channel={edited}
          save={(input) => client.customChannels.update(brand.id, edited.id, input).then(put)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {rotated === undefined ? undefined : (
        <RotateDialog
          title={`New secret for ${rotated.name}`}
          rotate={async (input) => {
            const made = await client.customChannels.rotateSecret(brand.id, rotated.id, input)
            setSecret({ channelId: made.id, secret: made.secret })
          }}
          onClose={() => setRotated(undefined)}
        >
          While both secrets are valid, your program can switch without missing a message.
        </RotateDialog>
      )}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Delete ${doomed.name}?`}
          verb="Delete channel"
          act={() => client.customChannels.delete(brand.id, doomed.id).then(() => dropChannel("custom", doomed))}
          onClose={() => setDoomed(undefined)}
        >
          Its tickets are kept. Requests from your program are refused from now on.
        </ConfirmDialog>
      )}
      {secret === undefined ? undefined : (
        <SecretDialog
          title="Channel secret"
          lead="Both sides sign their requests with this secret."
          secret={secret.secret}
          onClose={() => setSecret(undefined)}
        >
          <p>To check that your program follows the contract, run this in a copy of Trunkline:</p>
          <CodeBlock
            text={`npm run channel:check -- https://example.com/trunkline --secret ${secret.secret}`}
            label="Command that checks the channel"
          />
          <p className="text-sm text-soft">
            Post inbound messages to <code className="font-mono">/v1/channels/custom/{secret.channelId}/messages</code>.
          </p>
        </SecretDialog>
      )}
    </>
  )
}
