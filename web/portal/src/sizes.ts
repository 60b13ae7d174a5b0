const units = ["bytes", "KB", "MB", "GB"]

/** A number of bytes for people, such as `1.4 MB`. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
