/** One statement of the first round trip, and what the batch learns from its rows. */
export interface Load {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
  readonly learn: (rows: ReadonlyArray<never>) => void
}
