import { auditedEvents } from "../domain/AuditEntry.ts"
import { subscribable } from "../domain/eventNames.ts"

/** A JSON object of the OpenAPI document. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is untyped JSON
type Node = Record<string, any>

/** Lists of values that are long and have several places, by the names of their schemas. */
const named: { readonly [name: string]: Node } = {
  AuditEventName: { type: "string", enum: auditedEvents, description: "The name of an action in the audit log." },
  WebhookEventName: {
    type: "string",
    enum: subscribable,
    description: "The name of an event, a group such as `ticket.*`, or `*` for all events."
  }
}

/** Declares long lists of values once in the OpenAPI document, so that generators make one type of each. */
export const nameValues = (document: Node): Node => {
  const names = new Map(Object.entries(named).map(([name, { enum: values }]) => [JSON.stringify(values), name]))
  const naming = <A>(value: A): A => {
    if (Array.isArray(value)) return value.map(naming) as A
    if (typeof value !== "object" || value === null) return value
    const { enum: values, type, ...beside } = value as Node
    const name = type === "string" && Object.keys(beside).length === 0 ? names.get(JSON.stringify(values)) : undefined
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` } as A
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, naming(member)])) as A
  }
  const { components, ...others } = naming(document)
  return { ...others, components: { ...components, schemas: { ...components.schemas, ...named } } }
}
