interface Props {
  readonly of: ReadonlyArray<readonly [value: string | number, label: string]>
}

/** What a `Select` or a `datalist` offers. */
export function Options({ of }: Props) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
