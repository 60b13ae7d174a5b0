import type { Node } from "./operationsOf.ts"

const having = `/** With these members. */
type Having<A, K extends keyof A> = Required<Pick<A, K>>
`

/**
 * The text of all types, with a definition rewritten whose members must match one of several shapes (`fitsOneOf`,
 * `needsOneOf`). An interface cannot express that, so its members become the part that all shapes share.
 */
export const needing = (
  text: string,
  [name, { allOf = [], properties, required: always = [] }]: [string, Node]
): string => {
  const members = `${name}Members`
  const choices = allOf
    .flatMap(({ anyOf }: Node) => (anyOf === undefined ? [] : [anyOf]))
    .map((shapes: ReadonlyArray<Node>) => shapes.map((shape) => shapeType(members, always, shape)))
    // If one shape has no condition that types can express, any value matches.
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
 * What one shape adds to the type of all members, of which some are always present: the members that are present, those that
 * are absent, and those with certain values.
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

/** Whether no value is allowed, because any value is excluded. */
const isNever = (not: Node | undefined) => not !== undefined && Object.keys(not).length === 0

const literals = (values: ReadonlyArray<unknown>) => values.map((value) => JSON.stringify(value)).join(" | ")
