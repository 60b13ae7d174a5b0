import type { Node } from "./operationsOf.ts"

const having = `/** With these members. */
type Having<A, K extends keyof A> = Required<Pick<A, K>>
`

/**
 * The text of all types with that of a definition whose members are together in one of some ways (`fitsOneOf`,
 * `needsOneOf`), which no interface can say: what it has becomes the part that all ways share.
 */
export const needing = (
  text: string,
  [name, { allOf = [], properties, required: always = [] }]: [string, Node]
): string => {
  const members = `${name}Members`
  const choices = allOf
    .flatMap(({ anyOf }: Node) => (anyOf === undefined ? [] : [anyOf]))
    .map((shapes: ReadonlyArray<Node>) => shapes.map((shape) => shapeType(members, always, shape)))
    // Where one way asks for nothing that types can say, all do.
    .filter((shapes: ReadonlyArray<string>) => !shapes.includes(""))
  if (properties === undefined || choices.length === 0) return text
  const parts = choices.map((shapes: ReadonlyArray<string>) => `(${shapes.join(" | ")})`)
  return [
    text.replace(`export interface ${name} {`, `interface ${members} {`),
    text.includes(having) ? "" : having,
    `export type ${name} = ${[members, ...parts].join(" & ")}\n`
  ].join("")
}

/**
 * What one way adds to the type of all members, some of which are there always: which of them are there, which are not, and
 * which have one of some values.
 */
const shapeType = (
  members: string,
  always: ReadonlyArray<string>,
  { properties = {}, required = [] }: Node
): string => {
  const valued = Object.entries<Node>(properties).filter(([, member]) => member["enum"] !== undefined)
  const told = [
    ...Object.entries<Node>(properties).flatMap(([name, { not }]) => (isNever(not) ? `${name}?: undefined` : [])),
    ...valued.map(([name, { enum: values }]) => `${name}${required.includes(name) ? "" : "?"}: ${literals(values)}`)
  ]
  const there = required.filter((name: string) => !always.includes(name) && !valued.some(([one]) => one === name))
  return [
    ...(told.length === 0 ? [] : [`{ ${told.map((member) => `readonly ${member}`).join("; ")} }`]),
    ...(there.length === 0 ? [] : [`Having<${members}, ${literals(there)}>`])
  ].join(" & ")
}

/** Whether nothing is allowed: what is not any value at all. */
const isNever = (not: Node | undefined) => not !== undefined && Object.keys(not).length === 0

const literals = (values: ReadonlyArray<unknown>) => values.map((value) => JSON.stringify(value)).join(" | ")
