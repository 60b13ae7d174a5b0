/** Channels from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** The accent of brands without a colour; it goes with any page. */
export const ownAccent: Rgb = [59, 76, 202]
export const white: Rgb = [255, 255, 255]
export const black: Rgb = [0, 0, 0]

/** Parses `#rrggbb`, in upper or lower case; `undefined` for anything else. */
export const rgbOf = (color: string | undefined): Rgb | undefined => {
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return undefined
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Formats a colour as `#rrggbb`, in lower case. */
export const hexOf = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`

/** The contrast ratio of two colours, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** Returns black or white, whichever is more readable on a colour. One of them always has a contrast of at least 4.5. */
export const readableOn = (color: Rgb): Rgb => (contrast(color, white) >= contrast(color, black) ? white : black)

const luminance = (color: Rgb): number => {
  const [r, g, b] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
