/**
 * Looks up a member in a table, by name, or by `Schema.name` if a name has several meanings. That entry applies to every
 * schema whose name contains `Schema`, the longest one first, since a part takes precedence over the whole.
 */
export const ofMember = <A>(table: { readonly [member: string]: A }) => {
  const owners = [
    ...new Set(Object.keys(table).flatMap((key) => (key.includes(".") ? [key.split(".")[0] ?? ""] : [])))
  ].sort((a, b) => b.length - a.length)
  return (schema: string, member: string): A | undefined => {
    const owner = owners.find((owner) => schema.includes(owner) && `${owner}.${member}` in table)
    return table[owner === undefined ? member : `${owner}.${member}`]
  }
}
