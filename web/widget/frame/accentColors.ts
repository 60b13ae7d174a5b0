import { hexOf, ownAccent, readableOn, rgbOf } from "../../customer/contrast.ts"

/**
 * Returns the first argument that is a colour, or our own accent, and the more readable text colour on it; each as `#rrggbb`.
 */
export const accentColors = (...wanted: ReadonlyArray<string | undefined>): { accent: string; onAccent: string } => {
  const accent = wanted.map(rgbOf).find((color) => color !== undefined) ?? ownAccent
  return { accent: hexOf(accent), onAccent: hexOf(readableOn(accent)) }
}
