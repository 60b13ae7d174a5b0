import { useQuery } from "@tanstack/react-query"
import type { Brand, SmsNumber } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../../app/client.ts"
import { BrandPage } from "../../../../forms/BrandPage.tsx"
import { FormDialog } from "../../../../forms/FormDialog.tsx"
import { Loaded } from "../../../../forms/Loaded.tsx"
import { reportFailure } from "../../../../forms/reportFailure.ts"
import { Button } from "../../../../ui/Button.tsx"
import { Card } from "../../../../ui/Card.tsx"
import { CodeBlock } from "../../../../ui/CodeBlock.tsx"
import { ConfirmDialog } from "../../../../ui/ConfirmDialog.tsx"
import { EmptyState } from "../../../../ui/EmptyState.tsx"
import { Field, TextInput } from "../../../../ui/Field.tsx"
import { fieldError } from "../../../../ui/fieldError.ts"
import { Menu } from "../../../../ui/Menu.tsx"
import { toast } from "../../../../ui/toasts.ts"
import { ChannelState, LastUse } from "../ChannelState.tsx"
import { channelsKey, dropChannel, putChannel } from "../channelQueries.ts"
import { tryAgain } from "../tryAgain.ts"
import { NumberDialog } from "./NumberDialog.tsx"
import { TextingCard } from "./TextingCard.tsx"

export default function SmsPage() {
  const [making, setMaking] = useState(false)
  return (
    <BrandPage
      title="Text messages"
      lead="Twilio numbers that customers can text."
      actions={() => (
        <Button kind="primary" onClick={() => setMaking(true)}>
          Add a number
        </Button>
      )}
    >
      {(brand) => (
        <>
          <Numbers key={brand.id} brand={brand} />
          {making ? <NumberDialog brandId={brand.id} onClose={() => setMaking(false)} /> : undefined}
        </>
      )}
    </BrandPage>
  )
}

function Numbers({ brand }: { readonly brand: Brand }) {
  const query = useQuery({ queryKey: channelsKey(brand.id, "sms"), queryFn: () => client.smsNumbers.list(brand.id) })
  return (
    <Loaded query={query}>
      {(numbers) =>
        numbers.length === 0 ? (
          <EmptyState
            title="No numbers yet"
            call={{
              method: "POST",
              path: `/v1/brands/${brand.id}/channels/sms`,
              body: { number: "+15551234567", provider: "twilio", accountSid: "AC…", authToken: "…" }
            }}
          >
            A text to one of your numbers becomes a ticket, and your replies are sent as texts.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            {numbers.map((number) => (
              <NumberCard key={number.id} brand={brand} number={number} />
            ))}
            <TextingCard brand={brand} />
          </div>
        )
      }
    </Loaded>
  )
}

function NumberCard({ brand, number }: { readonly brand: Brand; readonly number: SmsNumber }) {
  const [asked, setAsked] = useState<"test" | "edit" | "remove">()
  const close = () => setAsked(undefined)
  const enable = (enabled: boolean) =>
    client.smsNumbers
      .update(brand.id, number.id, { enabled })
      .then((changed) => putChannel("sms", changed), reportFailure)
  return (
    <Card
      title={number.number}
      actions={
        <Menu
          label={`More for ${number.number}`}
          items={[
            { label: "Send test text", run: () => setAsked("test") },
            { label: "Edit", run: () => setAsked("edit") },
            ...tryAgain(number, () => enable(true)),
            { label: number.enabled ? "Turn off" : "Turn on", act: () => enable(!number.enabled) },
            { label: "Remove", run: () => setAsked("remove"), danger: true }
          ]}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <ChannelState {...number} />
          <LastUse {...number} />
          <span className="text-sm text-soft">
            at most {number.hourlyLimit} per hour to one customer, {number.dailyLimit} per day
          </span>
        </p>
        {number.oneWay ? (
          <p className="text-sm text-soft">
            This is a sender name. Nobody can reply to it, and there is nothing to set up in Twilio.
          </p>
        ) : (
          <>
            <p className="text-sm text-soft">
              In Twilio, set “A message comes in” for this number to this URL, with HTTP POST:
            </p>
            <CodeBlock text={number.inboundUrl} label={`Twilio webhook URL for ${number.number}`} />
          </>
        )}
      </div>
      {asked === "test" ? <TestDialog brandId={brand.id} number={number} onClose={close} /> : undefined}
      {asked === "edit" ? <NumberDialog brandId={brand.id} number={number} onClose={close} /> : undefined}
      {asked === "remove" ? (
        <ConfirmDialog
          title={`Remove ${number.number}?`}
          verb="Remove number"
          act={() => client.smsNumbers.delete(brand.id, number.id).then(() => dropChannel("sms", number))}
          onClose={close}
        >
          Its tickets are kept. Texts to it are refused from now on, and its credentials are deleted.
        </ConfirmDialog>
      ) : undefined}
    </Card>
  )
}

const webhooks = {
  here: "",
  elsewhere: " Replies will not arrive here, because in Twilio the number calls another URL.",
  unknown: ""
} as const

function TestDialog({
  brandId,
  number,
  onClose
}: {
  readonly brandId: string
  readonly number: SmsNumber
  readonly onClose: () => void
}) {
  const [to, setTo] = useState("")
  const submit = async () => {
    const { webhook } = await client.smsNumbers.test(brandId, number.id, { to })
    toast({ text: `Sent to ${to}.${webhooks[webhook]}` })
  }
  return (
    <FormDialog title="Send test text" verb="Send" submit={submit} onClose={onClose}>
      {(error) => (
        <Field label="To number" hint="Include the country code, such as +15557654321." error={fieldError(error, "to")}>
          <TextInput type="tel" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
