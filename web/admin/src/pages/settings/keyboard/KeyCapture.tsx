import { useEffect, useRef, useState } from "react"
import { pressOf } from "../../../app/pressOf.ts"
import { Button } from "../../../ui/Button.tsx"
import { isMac, Kbd } from "../../../ui/Kbd.tsx"

/** The most key presses in a shortcut. */
const most = 2
/** Keys that are held while another is pressed, or are not keys of their own. */
const held = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Unidentified"])

interface Props {
  readonly label: string
  /** Returns why the keys cannot be used, or `undefined`. */
  readonly refusalOf: (keys: string) => string | undefined
  readonly keep: (keys: string) => void
  readonly cancel: () => void
}

/** Records the keys that somebody wants: one press, or two in sequence. Tab leaves it, and Escape cancels. */
export function KeyCapture({ label, refusalOf, keep, cancel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [keys, setKeys] = useState("")
  useEffect(() => button.current?.focus(), [])
  const refusal = keys === "" ? undefined : refusalOf(keys)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <button
        ref={button}
        type="button"
        aria-label={`Press the keys for ${label}${keys === "" ? "" : `; so far ${keys}`}`}
        className="min-h-8 min-w-32 rounded-md border border-edge bg-card px-3 text-sm"
        onKeyDown={(event) => {
          if (event.key === "Tab" || held.has(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === "Escape") return cancel()
          const press = pressOf(event, isMac)
          setKeys((before) => (before === "" || before.split(" ").length >= most ? press : `${before} ${press}`))
        }}
      >
        {keys === "" ? "Press the new keys" : <Kbd always keys={keys} />}
      </button>
      <Button kind="primary" disabled={keys === "" || refusal !== undefined} onClick={() => keep(keys)}>
        Keep
      </Button>
      <Button onClick={cancel}>Cancel</Button>
      <span role="status" className="w-full text-sm text-bad">
        {refusal}
      </span>
    </span>
  )
}
