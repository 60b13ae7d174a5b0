import { Menu as Base } from "@base-ui/react/menu"
import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"
import { Kbd } from "./Kbd.tsx"

export interface MenuItem {
  readonly label: string
  readonly run: () => void
  /** Keys that do the same. */
  readonly keys?: string | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
}

interface Props {
  /** What the menu is for, when its button is only a picture. */
  readonly label: string
  readonly button?: ReactNode
  readonly items: ReadonlyArray<MenuItem>
}

/** A button with a list of things that can be done. */
export function Menu({ label, button, items }: Props) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={button === undefined ? label : undefined}
        title={button === undefined ? label : undefined}
        className="inline-flex min-h-8 min-w-8 items-center justify-center gap-1 rounded-md px-1.5 text-sm text-soft hover:bg-hover hover:text-ink"
      >
        {button ?? <Icon name="more" />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-40">
          <Base.Popup className="min-w-52 rounded-md border border-line bg-raised p-1 shadow-lg outline-none">
            {items.map(({ label, run, keys, danger, disabled }) => (
              <Base.Item
                key={label}
                onClick={run}
                disabled={disabled === true}
                className={`flex min-h-8 cursor-default items-center gap-4 rounded px-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover ${danger === true ? "text-bad" : ""}`}
              >
                <span className="flex-1">{label}</span>
                {keys === undefined ? undefined : <Kbd keys={keys} />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
