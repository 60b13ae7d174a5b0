const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"]

/**
 * Formats a number of bytes, or says that it could not be read. Files have their own formatter; sharing it would add another
 * file to the first page's list.
 */
export const sizeOr = (bytes: number | undefined): string => {
  if (bytes === undefined) return "unknown"
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = units[step] ?? "byte"
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit,
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1
  }).format(bytes / 1000 ** step)
}
