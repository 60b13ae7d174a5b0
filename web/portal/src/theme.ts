/** Channels from 0 to 255. */
type Rgb = readonly [number, number, number]

/** What the accent stands on at worst, in each mode: one's own messages (style.css, --own). */
const surfaces = { light: [238, 242, 247], dark: [35, 43, 54] } as const satisfies Record<string, Rgb>
/** WCAG 2.2, 1.4.3: contrast of text. A little more, so that rounding takes nothing away. */
const enough = 4.6

/** The portal's own accent, for brands without a colour. */
export const defaultColor = "#3b4cca"

/** A brand's colour as each mode shows it: as text and as a button, both readable whatever the colour is. */
export const accents = (color: string): { readonly light: Accent; readonly dark: Accent } => ({
  light: accentOn(surfaces.light, parse(color), [0, 0, 0]),
  dark: accentOn(surfaces.dark, parse(color), [255, 255, 255])
})

export interface Accent {
  /** `#rrggbb`, readable on the mode's surface. */
  readonly accent: string
  /** `#rrggbb`, readable on the accent. */
  readonly onAccent: string
}

/** The style sheet of a brand's colour. */
export const themeCss = (color: string): string => {
  const { dark, light } = accents(color)
  const rule = ({ accent, onAccent }: Accent) => `:root{--accent:${accent};--on-accent:${onAccent}}`
  return `${rule(light)}\n@media (prefers-color-scheme:dark){${rule(dark)}}\n`
}

const accentOn = (surface: Rgb, color: Rgb, towards: Rgb): Accent => {
  // A colour that is too close to its surface goes towards black or white until it can be read.
  let accent = color
  for (let step = 1; contrast(accent, surface) < enough && step <= 20; step++) accent = mix(color, towards, step / 20)
  const onAccent: Rgb = contrast(accent, [255, 255, 255]) >= enough ? [255, 255, 255] : [0, 0, 0]
  return { accent: hex(accent), onAccent: hex(onAccent) }
}

const parse = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const hex = (color: Rgb) => `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const [r, g, b] = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share))
  return [r ?? 0, g ?? 0, b ?? 0]
}

/** WCAG 2.2, contrast ratio. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const luminance = (color: Rgb) => {
  const [r, g, b] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
