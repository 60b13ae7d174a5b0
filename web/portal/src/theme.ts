import { black, contrast, hexOf, ownAccent, type Rgb, readableOn, rgbOf, white } from "../../customer/contrast.ts"

/** The surface with the least contrast to the accent in each mode: the customer's own messages (style.css, --own). */
const surfaces = { light: [238, 242, 247], dark: [35, 43, 54] } as const satisfies Record<string, Rgb>
/** WCAG 2.2, 1.4.3: contrast of text, plus a little so that rounding does not fall short. */
const enough = 4.6

/** A brand's colour in each mode, as text and as a button, both readable whatever the colour. */
export const accents = (color: string): { readonly light: Accent; readonly dark: Accent } => {
  const wanted = rgbOf(color) ?? ownAccent
  return { light: accentOn(surfaces.light, wanted, black), dark: accentOn(surfaces.dark, wanted, white) }
}

export interface Accent {
  /** `#rrggbb`, readable on the mode's surface. */
  readonly accent: string
  /** `#rrggbb`, readable on the accent. */
  readonly onAccent: string
}

/** Returns the style sheet for a brand's colour. */
export const themeCss = (color: string): string => {
  const { dark, light } = accents(color)
  const rule = ({ accent, onAccent }: Accent) => `:root{--accent:${accent};--on-accent:${onAccent}}`
  return `${rule(light)}\n@media (prefers-color-scheme:dark){${rule(dark)}}\n`
}

const accentOn = (surface: Rgb, color: Rgb, towards: Rgb): Accent => {
  // A colour too close to its surface is mixed with black or white until it is readable.
  let accent = color
  for (let step = 1; contrast(accent, surface) < enough && step <= 20; step++) accent = mix(color, towards, step / 20)
  return { accent: hexOf(accent), onAccent: hexOf(readableOn(accent)) }
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const [r, g, b] = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share))
  return [r ?? 0, g ?? 0, b ?? 0]
}
