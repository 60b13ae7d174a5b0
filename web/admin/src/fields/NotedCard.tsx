import type { FieldDefinitions } from "@trunkline/sdk"
import { useRef } from "react"
import { useFields } from "../data/brands.ts"
import { inTurn } from "../data/inTurn.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { type RecordWays, saveOnto } from "../forms/saveOnto.ts"
import { isSame } from "../forms/useDraft.ts"
import { Card } from "../ui/Card.tsx"
import { toast } from "../ui/toasts.ts"
import { type FieldsChange, membersOf, partOf, wholeAfter } from "./fieldValue.ts"
import { RecordFields } from "./RecordFields.tsx"

interface Noted {
  readonly id: string
  readonly brandId: string
  readonly metadata?: Record<string, unknown>
  readonly version: number
}

interface Props<R extends Noted> {
  readonly entity: Exclude<keyof FieldDefinitions, "ticket">
  readonly record: R
  readonly ways: RecordWays<R, { readonly metadata: Record<string, unknown> | null }>
}

/** The custom fields of a customer or a company: those that the brand has defined, and any others. */
export function NotedCard<R extends Noted>({ entity, record, ways }: Props<R>) {
  const query = useFields(record.brandId)
  /** The record as it was last saved: changes made before `record` is updated are based on this version. */
  const answered = useRef(record)
  const saveNext = async (change: FieldsChange) => {
    const known = answered.current.version > record.version ? answered.current : record
    const metadataOf = (current: R) => {
      const after = membersOf(wholeAfter(current.metadata, change))
      return { metadata: after === undefined ? null : { ...after } }
    }
    answered.current = await saveOnto(ways, known, metadataOf, ({ metadata }) =>
      isSame(partOf(metadata, change), partOf(known.metadata, change))
    )
    toast({ text: "Saved" })
  }
  const save = (change: FieldsChange) => inTurn([record.id], () => saveNext(change))
  return (
    <Card title="Custom fields">
      <Loaded query={query}>
        {(definitions) => (
          <RecordFields
            definitions={definitions[entity].filter(({ showInDetail }) => showInDetail)}
            value={record.metadata}
            isObject
            save={save}
          />
        )}
      </Loaded>
    </Card>
  )
}
