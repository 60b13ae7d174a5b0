import { type ComponentProps, useState } from "react"
import { Button } from "./Button.tsx"

interface Props extends Omit<ComponentProps<typeof Button>, "busy" | "onClick"> {
  readonly act: () => Promise<unknown>
}

/** A button that shows while its act is in progress. */
export function ActButton({ act, ...rest }: Props) {
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    void act().finally(() => setBusy(false))
  }
  return <Button {...rest} busy={busy} onClick={run} />
}
