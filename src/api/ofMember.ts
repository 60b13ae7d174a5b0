/**
 * Looks up what a table has of a member, by the member's name, or by `Schema.name` where one name has several meanings: for
 * each schema whose name holds that one, the longest first, since what is said of a detail goes before what is said of the
 * whole.
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
