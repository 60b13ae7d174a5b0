const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const

/**
 * Formats a number of bytes for a locale, such as `1.4 MB` or `78 bytes`. Bytes are spelled out, since their symbol has no
 * plural in any locale.
 */
export const sizeText = (bytes: number, locale: string): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[power],
    unitDisplay: power === 0 ? "long" : "short",
    maximumSignificantDigits: 3
  }).format(bytes / 1000 ** power)
}
