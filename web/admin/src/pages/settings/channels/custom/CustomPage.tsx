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
      lead="For everything that nobody has built yet: your program posts what comes in, and is told what goes out."
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
    client.customChannels.test(brand.id, id).then(() => toast({ text: "Sent a test to the callback" }), reportFailure)
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
              Discord, WhatsApp, the chat of your shop: about a hundred lines of your own connect them.
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
                      <span className="block text-sm break-all text-soft">{callbackUrl ?? "receives only"}</span>
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
                          label: "Send a test",
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
          verb="Make the channel"
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
          While both are valid, your program can switch over without a gap.
        </RotateDialog>
      )}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Delete ${doomed.name}?`}
          verb="Delete the channel"
          act={() => client.customChannels.delete(brand.id, doomed.id).then(() => dropChannel("custom", doomed))}
          onClose={() => setDoomed(undefined)}
        >
          Its tickets stay. Your program is refused from now on.
        </ConfirmDialog>
      )}
      {secret === undefined ? undefined : (
        <SecretDialog
          title="The channel's secret"
          lead="Both sides sign with it."
          secret={secret.secret}
          onClose={() => setSecret(undefined)}
        >
          <p>Check your program against the contract, in a copy of Trunkline:</p>
          <CodeBlock
            text={`npm run channel:check -- https://example.com/trunkline --secret ${secret.secret}`}
            label="How to check a channel"
          />
          <p className="text-sm text-soft">
            Messages come in at <code className="font-mono">/v1/channels/custom/{secret.channelId}/messages</code>.
          </p>
        </SecretDialog>
      )}
    </>
  )
}
