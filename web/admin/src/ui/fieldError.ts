import { ApiError } from "@trunkline/sdk"

/** What is wrong with one field, as the API says it; of a list, with the place of the entry that it is about. */
export const fieldError = (error: unknown, field: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const found = error.errors.find((one) => one.field === field || one.field.startsWith(`${field}[`))
  const entry = /\[(\d+)\]$/.exec(found?.field ?? "")
  return entry === null ? found?.message : `Entry ${Number(entry[1]) + 1} ${found?.message}`
}
