const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const

/** A number of bytes in the words of a locale, such as `1.4 MB` or `78 bytes`: the sign of a single one is no plural in any. */
export const sizeText = (bytes: number, locale: string): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumSignificantDigits: 3
  }).format(bytes / 1000 ** power)
}
