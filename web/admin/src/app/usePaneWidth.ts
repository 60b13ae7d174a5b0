import { useKept } from "./useKept.ts"

/** A pane's width and its limits, in pixels. */
export interface PaneWidth {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly keep: (width: number) => void
  readonly reset: () => void
}

/** The width of a pane as the member last left it. */
export const usePaneWidth = (name: string, standard: number, min: number, max: number): PaneWidth => {
  const clamp = (width: number) => Math.round(Math.max(min, Math.min(max, width)))
  const [value, keep] = useKept(`pane ${name}`, standard, (text) => {
    const width = Number(text)
    return Number.isFinite(width) ? clamp(width) : undefined
  })
  return { value, min, max, keep: (width) => keep(clamp(width)), reset: () => keep(standard) }
}
