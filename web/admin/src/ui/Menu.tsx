import { Menu as Base } from "@base-ui/react/menu"
import { type ReactNode, useRef, useState } from "react"
import { pickOne } from "../app/picks.ts"
import { copyAsCurl } from "./CopyAsCurl.tsx"
import { Icon } from "./Icon.tsx"
import { Kbd } from "./Kbd.tsx"

export type MenuItem = {
  readonly label: string
  /** The keys that do the same. */
  readonly keys?: string | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
} & (
  | { readonly run: () => void }
  /**
   * Sends its request at once, and begins with it, so that it can be copied as a curl command. Dialogs offer that themselves.
   */
  | { readonly act: () => Promise<unknown> }
)

interface Props {
  /** What the menu is for, if its button is only an icon. */
  readonly label: string
  readonly button?: ReactNode
  readonly items: ReadonlyArray<MenuItem>
}

/** A button with a list of actions. Those that send a request at once can be copied as curl commands. */
export function Menu({ label, button, items }: Props) {
  // Labels of the requests in progress.
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<MenuItem>(undefined)
  /** Runs after the menu has closed, so that a dialog opened here returns focus to an element that still exists. */
  const actOnChosen = () => {
    const item = chosen.current
    chosen.current = undefined
    if (item === undefined) return
    trigger.current?.focus()
    act(item)
  }
  const act = (item: MenuItem) => {
    if (!("act" in item)) return item.run()
    const { label } = item
    setAsked((before) => new Set(before).add(label))
    const end = (before: ReadonlySet<string>) => new Set([...before].filter((one) => one !== label))
    void item.act().finally(() => setAsked(end))
  }
  const acts = items.flatMap((item) => ("act" in item && item.disabled !== true ? [item] : []))
  const [only] = acts
  const copy = async () => {
    const options = acts.map(({ label }) => ({ id: label, label }))
    const chosen = acts.length === 1 ? only?.label : await pickOne({ title: "Copy as curl", options })
    const found = acts.find((one) => one.label === chosen)
    if (found !== undefined) await copyAsCurl(found.act)
  }
  const shown: ReadonlyArray<MenuItem> =
    only === undefined
      ? items
      : [
          ...items,
          { label: acts.length === 1 ? `Copy “${only.label}” as curl` : "Copy as curl…", run: () => void copy() }
        ]
  return (
    <Base.Root onOpenChangeComplete={(isOpen) => (isOpen ? undefined : actOnChosen())}>
      <Base.Trigger
        ref={trigger}
        aria-label={button === undefined ? label : undefined}
        title={button === undefined ? label : undefined}
        aria-busy={asked.size > 0 || undefined}
        className="inline-flex min-h-8 min-w-8 items-center justify-center gap-1 rounded-md px-1.5 text-sm text-soft hover:bg-hover hover:text-ink"
      >
        {button ?? (asked.size > 0 ? "…" : <Icon name="more" />)}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-40">
          <Base.Popup className="min-w-52 rounded-md border border-line bg-raised p-1 shadow-lg outline-none">
            {shown.map((item) => (
              <Base.Item
                key={item.label}
                onClick={() => {
                  chosen.current = item
                }}
                disabled={item.disabled === true || asked.has(item.label)}
                className={`flex min-h-8 cursor-default items-center gap-4 rounded px-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover ${item.danger === true ? "text-bad" : ""}`}
              >
                <span className="flex-1">
                  {item.label}
                  {asked.has(item.label) ? "…" : undefined}
                </span>
                {item.keys === undefined ? undefined : <Kbd keys={item.keys} />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
