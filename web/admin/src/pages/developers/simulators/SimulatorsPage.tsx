import type { Brand } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { mode } from "../../../app/mode.ts"
import { useBrands } from "../../../data/brands.ts"
import { NoBrand } from "../../../forms/NoBrand.tsx"
import { Field, TextArea, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Page } from "../../../ui/Page.tsx"
import { Skeleton } from "../../../ui/Skeleton.tsx"
import { OnlyInTestMode } from "../OnlyInTestMode.tsx"
import { Simulator } from "./Simulator.tsx"

export default function SimulatorsPage() {
  const brands = useBrands().data
  return (
    <Page
      title="Simulators"
      lead="Write as a customer. What you send here goes through the same code as real emails, Slack messages and text messages."
    >
      {mode === "live" ? (
        <OnlyInTestMode>
          Test mode has its own brands, customers and tickets. Nothing leaves it: messages are captured instead of sent.
        </OnlyInTestMode>
      ) : brands === undefined ? (
        <Skeleton lines={6} />
      ) : brands.length === 0 ? (
        <NoBrand />
      ) : (
        <>
          <MailSimulator brands={brands} />
          <ChatSimulator brands={brands} />
          <TextSimulator brands={brands} />
        </>
      )}
    </Page>
  )
}

interface Props {
  readonly brands: ReadonlyArray<Brand>
}

function MailSimulator({ brands }: Props) {
  const [from, setFrom] = useState("ada@example.com")
  const [subject, setSubject] = useState("Where is my parcel?")
  const [text, setText] = useState("It should have been here on Monday.")
  const send = (brandId: string) => client.testMode.receiveEmail({ brandId, from, subject, text })
  return (
    <Simulator title="Email" verb="Send email" brands={brands} send={send}>
      {(error) => (
        <>
          <Field label="From" error={fieldError(error, "from")}>
            <TextInput type="email" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="Subject" className="md:col-span-2" error={fieldError(error, "subject")}>
            <TextInput value={subject} onChange={(event) => setSubject(event.target.value)} />
          </Field>
          <Field label="Text" className="md:col-span-2" error={fieldError(error, "text")}>
            <TextArea value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        </>
      )}
    </Simulator>
  )
}

function ChatSimulator({ brands }: Props) {
  const [name, setName] = useState("Ada Byron")
  const [text, setText] = useState("Where is my parcel?")
  const send = (brandId: string) => client.testMode.receiveChat({ brandId, user: { id: "U0CUSTOMER", name }, text })
  return (
    <Simulator title="Slack message" verb="Send Slack message" brands={brands} send={send}>
      {(error) => (
        <>
          <Field label="Sender's name" error={fieldError(error, "user.name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field label="Message" className="md:col-span-2" error={fieldError(error, "text")}>
            <TextArea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        </>
      )}
    </Simulator>
  )
}

function TextSimulator({ brands }: Props) {
  const [from, setFrom] = useState("+15551234567")
  const [text, setText] = useState("Where is my parcel?")
  const send = (brandId: string) => client.testMode.receiveText({ brandId, from, text })
  return (
    <Simulator title="Text message" verb="Send text message" brands={brands} send={send}>
      {(error) => (
        <>
          <Field label="From number" error={fieldError(error, "from")}>
            <TextInput type="tel" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="Message" className="md:col-span-2" error={fieldError(error, "text")}>
            <TextArea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        </>
      )}
    </Simulator>
  )
}
