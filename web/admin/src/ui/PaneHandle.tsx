import { useRef } from "react"

interface Props {
  /** The name of the pane that it resizes. */
  readonly label: string
  readonly width: {
    readonly value: number
    readonly min: number
    readonly max: number
    readonly keep: (width: number) => void
    readonly reset: () => void
  }
  /** The side of the handle that the pane is on. */
  readonly pane: "left" | "right"
  readonly className?: string
}

/** Pixels that an arrow key moves it. */
const step = 16

/**
 * The edge of a pane, which resizes it by pointer or arrow keys. Its hit area is a strip of 24 pixels, most of them away from
 * the pane, whose scroll bar is at this edge.
 */
export function PaneHandle({ label, width, pane, className = "" }: Props) {
  const from = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const sign = pane === "left" ? 1 : -1
  const { keep, max, min, reset, value } = width
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      title="Drag to resize. Double-click for the default width."
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.focus()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: value }
      }}
      onPointerMove={(event) => {
        if (from.current !== undefined) keep(from.current.width + sign * (event.clientX - from.current.x))
      }}
      onPointerUp={() => {
        from.current = undefined
      }}
      onPointerCancel={() => {
        from.current = undefined
      }}
      onDoubleClick={reset}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
        if (by !== undefined) keep(value + sign * by)
        else if (event.key === "Home") keep(min)
        else if (event.key === "End") keep(max)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      className={`relative z-10 w-1 shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 ${pane === "left" ? "before:-right-5 before:left-0" : "before:right-0 before:-left-5"} hover:bg-accent focus-visible:bg-accent print:hidden ${className}`}
    />
  )
}
