/** One statement of the first round trip, and what its rows teach the batch. */
export interface Load {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
  readonly learn: (rows: ReadonlyArray<never>) => void
}
