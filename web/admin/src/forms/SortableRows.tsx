import { type ReactNode, useRef, useState } from "react"
import { Icon } from "../ui/Icon.tsx"

interface Props<Row> {
  /** What the list contains, for screen readers. */
  readonly label: string
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly children: (row: Row) => ReactNode
  /** Saves the order, given as the keys of all rows. */
  readonly reorder: (keys: ReadonlyArray<string>) => Promise<unknown>
}

/** Rows with an order of their own, dragged by a handle or moved by the arrow keys on it. */
export function SortableRows<Row>({ label, rows, keyOf, nameOf, children, reorder }: Props<Row>) {
  const [dragged, setDragged] = useState<string>()
  const [ordered, setOrdered] = useState<ReadonlyArray<string>>()
  const [said, setSaid] = useState("")
  /** The last save in progress; a later order is saved after it. */
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const keys = ordered?.length === rows.length ? ordered : rows.map(keyOf)
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const shown = keys.flatMap((key) => byKey.get(key) ?? [])

  const move = async (key: string, to: number) => {
    const from = keys.indexOf(key)
    if (from < 0 || to < 0 || to >= keys.length || to === from) return
    const next = keys.toSpliced(from, 1).toSpliced(to, 0, key)
    setOrdered(next)
    const row = byKey.get(key)
    setSaid(row === undefined ? "" : `${nameOf(row)}: ${to + 1} of ${keys.length}`)
    const saving = last.current.then(() => reorder(next))
    last.current = saving.catch(() => {})
    const own = last.current
    await saving.finally(() => {
      if (last.current === own) setOrdered(undefined)
    })
  }

  return (
    <>
      <ul aria-label={label} className="rounded-lg border border-line bg-card">
        {shown.map((row, index) => {
          const key = keyOf(row)
          return (
            <li
              key={key}
              className={`flex items-center gap-2 border-b border-line px-2 py-1.5 last:border-0 ${dragged === key ? "opacity-50" : ""}`}
              onDragOver={(event) => {
                if (dragged !== undefined) event.preventDefault()
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) void move(dragged, index)
                setDragged(undefined)
              }}
            >
              <button
                type="button"
                draggable
                aria-label={`Move ${nameOf(row)} up or down with the arrow keys`}
                title="Drag, or use the arrow keys"
                className="inline-flex size-7 shrink-0 cursor-grab items-center justify-center rounded-md text-soft hover:bg-hover"
                onDragStart={({ dataTransfer }) => {
                  // iPads do not drag anything without data.
                  dataTransfer.setData("text/plain", nameOf(row))
                  setDragged(key)
                }}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={(event) => {
                  const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0
                  if (step === 0) return
                  event.preventDefault()
                  void move(key, index + step)
                }}
              >
                <Icon name="menu" />
              </button>
              <div className="min-w-0 flex-1">{children(row)}</div>
            </li>
          )
        })}
      </ul>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  )
}
