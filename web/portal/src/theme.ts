import { black, contrast, hexOf, ownAccent, type Rgb, readableOn, rgbOf, white } from "../../customer/contrast.ts"

/** What the accent stands on at worst, in each mode: one's own messages (style.css, --own). */
const surfaces = { light: [238, 242, 247], dark: [35, 43, 54] } as const satisfies Record<string, Rgb>
/** WCAG 2.2, 1.4.3: contrast of text. A little more, so that rounding takes nothing away. */
const enough = 4.6

/** A brand's colour as each mode shows it: as text and as a button, both readable whatever the colour is. */
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
  return { accent: hexOf(accent), onAccent: hexOf(readableOn(accent)) }
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const [r, g, b] = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share))
  return [r ?? 0, g ?? 0, b ?? 0]
}
