const units = ["B", "KB", "MB", "GB"] as const

/** Formats a number of bytes. */
export const sizeOf = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}
