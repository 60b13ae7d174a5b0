import { Link } from "@tanstack/react-router"
import type { Brand, SimulatedResult } from "@trunkline/sdk"
import { type ReactNode, useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { Field, Select } from "../../../ui/Field.tsx"
import { Options } from "../../../ui/Options.tsx"
import { useAct } from "../../../ui/useAct.ts"

interface Props {
  readonly title: string
  /** The button's label. */
  readonly verb: string
  readonly brands: ReadonlyArray<Brand>
  /** Must begin with its request, so that it can be copied as a curl command. */
  readonly send: (brandId: string) => Promise<SimulatedResult>
  /** The inputs, given the error of the last attempt; the first is beside the brand. */
  readonly children: (error: unknown) => ReactNode
}

/** A form that sends a simulated message or report to a brand, and says what came of it. */
export function Simulator({ title, verb, brands, send, children }: Props) {
  const [brandId, setBrandId] = useState(brands[0]?.id ?? "")
  const [result, setResult] = useState<SimulatedResult>()
  const { busy, error, run } = useAct(async () => {
    setResult(undefined)
    setResult(await send(brandId))
  })
  return (
    <Card title={title} actions={<CopyAsCurl act={() => send(brandId)} />}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="Brand">
            <Select value={brandId} onChange={(event) => setBrandId(event.target.value)}>
              <Options of={brands.map(({ id, name }) => [id, name])} />
            </Select>
          </Field>
          {children(error)}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="primary" type="submit" busy={busy}>
            {verb}
          </Button>
          <p role="status" className="text-soft">
            {result === undefined ? undefined : <Taken {...result} />}
          </p>
        </div>
        {error === undefined ? undefined : <ErrorPanel error={error} />}
      </form>
    </Card>
  )
}

const Taken = ({ inbound, ticketId }: SimulatedResult) => (
  <>
    Received: {inbound.status}.{" "}
    {ticketId === undefined ? undefined : (
      <Link to="/inbox" search={{ view: "all" }} className="text-accent underline">
        View the ticket
      </Link>
    )}
  </>
)
