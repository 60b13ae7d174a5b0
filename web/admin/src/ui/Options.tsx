interface Props {
  readonly of: ReadonlyArray<readonly [value: string | number, label: string]>
}

/** What a `Select` or a `datalist` offers. */
export function Options({ of }: Props) {
  return of.map(([value, label]) => (
    // Two may have one value for a moment, as brands whose short name has changed hands.
    <option key={`${value} ${label}`} value={value}>
      {label}
    </option>
  ))
}
