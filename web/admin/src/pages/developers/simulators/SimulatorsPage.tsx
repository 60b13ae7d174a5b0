import { Link } from "@tanstack/react-router"
import type { Brand, SimulatedResult } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { mode, otherModeHref } from "../../../app/mode.ts"
import { useBrands } from "../../../data/brands.ts"
import { NoBrand } from "../../../forms/NoBrand.tsx"
import { Button, buttonClass } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { EmptyState } from "../../../ui/EmptyState.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { Field, Select, TextArea, TextInput } from "../../../ui/Field.tsx"
import { fieldError } from "../../../ui/fieldError.ts"
import { Options } from "../../../ui/Options.tsx"
import { Page } from "../../../ui/Page.tsx"
import { Skeleton } from "../../../ui/Skeleton.tsx"

export default function SimulatorsPage() {
  const brands = useBrands().data
  return (
    <Page
      title="Simulators"
      lead="Be the customer: what you send here goes through the same code as real mail, text messages and chats."
    >
      {mode === "live" ? (
        <EmptyState
          title="Only in test mode"
          action={
            <a className={buttonClass("primary")} href={otherModeHref}>
              Go to test mode
            </a>
          }
        >
          Test mode has brands, customers and tickets of its own. Nothing leaves it: what would be sent is captured.
        </EmptyState>
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

/** Sends something simulated, and remembers what came of it. */
const useSimulation = (send: () => Promise<SimulatedResult>) => {
  const [state, setState] = useState<{ busy?: boolean; result?: SimulatedResult; error?: unknown }>({})
  const run = async () => {
    setState({ busy: true })
    try {
      setState({ result: await send() })
    } catch (error) {
      setState({ error })
    }
  }
  return { ...state, run }
}

function BrandField({
  brands,
  value,
  onChange
}: {
  readonly brands: ReadonlyArray<Brand>
  readonly value: string
  readonly onChange: (brandId: string) => void
}) {
  return (
    <Field label="To the brand">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <Options of={brands.map(({ id, name }) => [id, name])} />
      </Select>
    </Field>
  )
}

function MailSimulator({ brands }: { readonly brands: ReadonlyArray<Brand> }) {
  const [brandId, setBrandId] = useState(brands[0]?.id ?? "")
  const [from, setFrom] = useState("ada@example.com")
  const [subject, setSubject] = useState("Where is my parcel?")
  const [text, setText] = useState("It should have been here on Monday.")
  const body = { brandId, from, subject, text }
  const { run, ...state } = useSimulation(() => client.testMode.receiveEmail(body))
  return (
    <Card title="A mail" actions={<CopyAsCurl call={{ method: "POST", path: "/v1/test/inbound/email", body }} />}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <BrandField brands={brands} value={brandId} onChange={setBrandId} />
          <Field label="From" error={fieldError(state.error, "from")}>
            <TextInput type="email" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
        </div>
        <Field label="Subject" error={fieldError(state.error, "subject")}>
          <TextInput value={subject} onChange={(event) => setSubject(event.target.value)} />
        </Field>
        <Field label="Text" error={fieldError(state.error, "text")}>
          <TextArea value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Outcome {...state} label="Send the mail" />
      </form>
    </Card>
  )
}

function ChatSimulator({ brands }: { readonly brands: ReadonlyArray<Brand> }) {
  const [brandId, setBrandId] = useState(brands[0]?.id ?? "")
  const [name, setName] = useState("Ada Byron")
  const [text, setText] = useState("Where is my parcel?")
  const body = { brandId, user: { id: "U0CUSTOMER", name }, text }
  const { run, ...state } = useSimulation(() => client.testMode.receiveChat(body))
  return (
    <Card
      title="A message in Slack"
      actions={<CopyAsCurl call={{ method: "POST", path: "/v1/test/inbound/chat", body }} />}
    >
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <BrandField brands={brands} value={brandId} onChange={setBrandId} />
          <Field label="From somebody called" error={fieldError(state.error, "user.name")}>
            <TextInput value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        </div>
        <Field label="What they write" error={fieldError(state.error, "text")}>
          <TextArea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Outcome {...state} label="Send it" />
      </form>
    </Card>
  )
}

function TextSimulator({ brands }: { readonly brands: ReadonlyArray<Brand> }) {
  const [brandId, setBrandId] = useState(brands[0]?.id ?? "")
  const [from, setFrom] = useState("+15551234567")
  const [text, setText] = useState("Where is my parcel?")
  const body = { brandId, from, text }
  const { run, ...state } = useSimulation(() => client.testMode.receiveText(body))
  return (
    <Card title="A text message" actions={<CopyAsCurl call={{ method: "POST", path: "/v1/test/inbound/sms", body }} />}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <BrandField brands={brands} value={brandId} onChange={setBrandId} />
          <Field label="From the number" error={fieldError(state.error, "from")}>
            <TextInput type="tel" value={from} onChange={(event) => setFrom(event.target.value)} />
          </Field>
        </div>
        <Field label="Message" error={fieldError(state.error, "text")}>
          <TextArea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Outcome {...state} label="Send the message" />
      </form>
    </Card>
  )
}

function Outcome({
  label,
  busy = false,
  result,
  error
}: {
  readonly label: string
  readonly busy?: boolean
  readonly result?: SimulatedResult
  readonly error?: unknown
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" type="submit" busy={busy}>
          {label}
        </Button>
        <p role="status" className="text-soft">
          {result === undefined ? undefined : (
            <>
              Taken: {result.inbound.status}.{" "}
              {result.ticketId === undefined ? undefined : (
                <Link to="/inbox" search={{ view: "all" }} className="text-accent underline">
                  See the ticket
                </Link>
              )}
            </>
          )}
        </p>
      </div>
      {error === undefined ? undefined : <ErrorPanel error={error} />}
    </>
  )
}
