import { ApiError } from "@trunkline/sdk"

/** Returns the API's error for a field; for a list, with the position of the entry. */
export const fieldError = (error: unknown, field: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const found = error.errors.find((one) => one.field === field || one.field.startsWith(`${field}[`))
  const entry = /\[(\d+)\]$/.exec(found?.field ?? "")
  return entry === null ? found?.message : `Entry ${Number(entry[1]) + 1} ${found?.message}`
}
