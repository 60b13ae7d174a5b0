const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"]

/** Bytes as people say them, or that they could not be read. That of files is not taken: it would be one more file that the first page knows. */
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
