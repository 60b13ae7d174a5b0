import { parseAnyId } from "../domain/Ids.ts"

/**
 * The path of a request as it was sent, limited to what its pattern fixes and to ids of ours. Anything else is shown as its
 * parameter name in braces, since a program may have put somebody's address there.
 */
export const sentPath = (pattern: string, path: string): string => {
  const parts = pattern.split("/")
  const sent = path.split("/")
  // Some paths have a second form, without the version.
  const isOf = sent.length === parts.length
  return parts
    .map((part, index) => (part.startsWith(":") ? shown(part, isOf ? sent[index] : undefined) : part))
    .join("/")
}

const shown = (parameter: string, sent = "") => (parseAnyId(sent) === undefined ? `{${parameter.slice(1)}}` : sent)
