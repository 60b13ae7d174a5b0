import { decodeEntities } from "./entities.ts"

/** Characters of a tag that are searched for attributes. */
const maxTag = 8_192
const patterns = new Map<AttributeName, RegExp>()

/** The attributes that are used. */
export type AttributeName = "alt" | "class" | "href" | "id" | "name" | "start" | "style" | "type" | "value"

/** The value of an attribute in a tag such as `a href="…"`; empty if it has none. Linear time, whatever the tag. */
export const tagAttribute = (tag: string, name: AttributeName): string => {
  // Most tags have no attributes.
  if (!tag.includes("=")) return ""
  let pattern = patterns.get(name)
  if (pattern === undefined) {
    pattern = new RegExp(`\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i")
    patterns.set(name, pattern)
  }
  const match = pattern.exec(tag.slice(0, maxTag))
  return decodeEntities(match?.[1] ?? match?.[2] ?? match?.[3] ?? "")
}
