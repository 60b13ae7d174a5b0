import type { FieldDefinitions } from "@trunkline/sdk"
import { useFields } from "../data/brands.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { Card } from "../ui/Card.tsx"
import { toast } from "../ui/toasts.ts"
import { membersOf, wholeAfter } from "./fieldValue.ts"
import { RecordFields } from "./RecordFields.tsx"

type Metadata = Record<string, unknown>

interface Props {
  readonly brandId: string
  readonly entity: Exclude<keyof FieldDefinitions, "ticket">
  readonly metadata: Metadata | undefined
  /** Saves all of it; null for nothing. */
  readonly save: (metadata: Metadata | null) => Promise<unknown>
}

/** What is noted of a customer or a company: what the brand has defined for all of them, and whatever else there is. */
export function NotedCard({ brandId, entity, metadata, save }: Props) {
  const query = useFields(brandId)
  return (
    <Card title="Noted">
      <Loaded query={query}>
        {(definitions) => (
          <RecordFields
            definitions={definitions[entity].filter(({ showInDetail }) => showInDetail)}
            value={metadata}
            isObject
            save={async (change) => {
              const after = membersOf(wholeAfter(metadata, change))
              await save(after === undefined ? null : { ...after })
              toast({ text: "Saved" })
            }}
          />
        )}
      </Loaded>
    </Card>
  )
}
