/** The brand's colour for a status, tag or category, beside its name. */
export function Dot({ color }: { readonly color: string }) {
  return (
    <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true" className="shrink-0">
      <circle cx="4" cy="4" r="4" fill={color} />
    </svg>
  )
}
