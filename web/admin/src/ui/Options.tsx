interface Props {
  readonly of: ReadonlyArray<readonly [value: string | number, label: string]>
}

/** The options of a `Select` or a `datalist`. */
export function Options({ of }: Props) {
  return of.map(([value, label]) => (
    // Two options may briefly have the same value, as when a short name moves to another brand.
    <option key={`${value} ${label}`} value={value}>
      {label}
    </option>
  ))
}
