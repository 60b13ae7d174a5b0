/** A colour as `#rrggbb`, lower case; undefined for what is none. */
const hex = (color: string | undefined): string | undefined =>
  /^#[0-9a-f]{6}$/i.test(color ?? "") ? color?.toLowerCase() : undefined

/** Our own, which goes with any page. */
const ours = "#3b4cca"

/** The first of these that is a colour, and what is read best on it: black or white, at least at 4.5 to 1. */
export const accentColors = (...wanted: ReadonlyArray<string | undefined>): { accent: string; onAccent: string } => {
  const accent = wanted.map(hex).find((color) => color !== undefined) ?? ours
  // Against white (L + 0.05) and black alike: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  return { accent, onAccent: luminance(accent) > 0.179 ? "#000000" : "#ffffff" }
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
