import type { ReactNode } from "react"

export type Tone = "neutral" | "good" | "warn" | "bad" | "accent"

const tones: Record<Tone, string> = {
  neutral: "bg-hover text-ink",
  good: "bg-good-tint text-good",
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
  accent: "bg-chosen text-ink"
}

/** A label for a state. The words carry the meaning; the colour only repeats it. */
export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1 rounded px-1.5 text-xs leading-5 font-medium ${tones[tone]}`}>
      {children}
    </span>
  )
}
