import type { Brand, FieldDefinition, FieldDefinitions } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { keys, queryClient } from "../../../app/queries.ts"
import { useFields } from "../../../data/brands.ts"
import { BrandPage } from "../../../forms/BrandPage.tsx"
import { Loaded } from "../../../forms/Loaded.tsx"
import { reportFailure } from "../../../forms/reportFailure.ts"
import { SortableRows } from "../../../forms/SortableRows.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx"
import { Menu } from "../../../ui/Menu.tsx"
import { FieldDialog } from "./FieldDialog.tsx"
import { SchemaCard } from "./SchemaCard.tsx"

/** The records that can have custom fields. */
export type Entity = keyof FieldDefinitions

const entities: ReadonlyArray<readonly [Entity, string]> = [
  ["ticket", "Tickets"],
  ["customer", "Customers"],
  ["company", "Companies"]
]

type Fields = ReadonlyArray<FieldDefinition>

export default function FieldsPage() {
  return (
    <BrandPage
      title="Custom fields"
      lead="What your product knows about tickets, customers and companies. Any JSON is stored. A definition sets how a field is shown and checked."
    >
      {(brand) => <Fields key={brand.id} brand={brand} />}
    </BrandPage>
  )
}

function Fields({ brand }: { readonly brand: Brand }) {
  const query = useFields(brand.id)
  return (
    <>
      <Loaded query={query}>
        {(definitions) => (
          <div className="flex flex-col gap-4">
            {entities.map(([entity, title]) => (
              <EntityFields key={entity} brand={brand} entity={entity} title={title} fields={definitions[entity]} />
            ))}
          </div>
        )}
      </Loaded>
      <SchemaCard brand={brand} />
    </>
  )
}

function EntityFields({
  brand,
  entity,
  title,
  fields
}: {
  readonly brand: Brand
  readonly entity: Entity
  readonly title: string
  readonly fields: Fields
}) {
  const [making, setMaking] = useState(false)
  const [edited, setEdited] = useState<FieldDefinition>()
  const [doomed, setDoomed] = useState<FieldDefinition>()
  const change = (to: (known: Fields) => Fields) => {
    const queryKey = keys.fields(brand.id)
    queryClient.setQueryData<FieldDefinitions>(queryKey, (all) => all && { ...all, [entity]: to(all[entity]) })
    void queryClient.invalidateQueries({ queryKey })
  }
  const put = (field: FieldDefinition) =>
    change((known) =>
      known.some(({ key }) => key === field.key)
        ? known.map((one) => (one.key === field.key ? field : one))
        : [...known, field]
    )
  return (
    <Card title={title} actions={<Button onClick={() => setMaking(true)}>New field</Button>}>
      {fields.length === 0 ? (
        <p className="text-soft">None yet. Fields are shown beside the conversation and, if you choose, in forms.</p>
      ) : (
        <SortableRows
          label={`Fields of ${title.toLowerCase()}`}
          rows={fields}
          keyOf={({ key }) => key}
          nameOf={({ label }) => label}
          reorder={(keys) =>
            client.fields
              .reorder(brand.id, entity, { keys: [...keys] })
              .then((ordered) => change(() => ordered), reportFailure)
          }
        >
          {(field) => (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-40 flex-1 max-md:basis-full">
                <span className="font-medium">{field.label}</span>{" "}
                <code className="font-mono text-xs text-soft">{field.key}</code>
              </span>
              {field.required ? <Badge tone="warn">required</Badge> : undefined}
              {field.showOnCreate ? <Badge>in forms</Badge> : undefined}
              {field.showInDetail ? undefined : <Badge>not in details</Badge>}
              <span className="text-sm text-soft">{field.type}</span>
              <Menu
                label={`More for ${field.label}`}
                items={[
                  { label: "Edit", run: () => setEdited(field) },
                  { label: "Delete", run: () => setDoomed(field), danger: true }
                ]}
              />
            </div>
          )}
        </SortableRows>
      )}
      {making ? (
        <FieldDialog brandId={brand.id} entity={entity} onSaved={put} onClose={() => setMaking(false)} />
      ) : undefined}
      {edited === undefined ? undefined : (
        <FieldDialog
          brandId={brand.id}
          entity={entity}
          field={edited}
          onSaved={put}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed === undefined ? undefined : (
        <ConfirmDialog
          title={`Delete ${doomed.label}?`}
          verb="Delete field"
          act={async () => {
            await client.fields.delete(brand.id, entity, doomed.key)
            change((known) => known.filter(({ key }) => key !== doomed.key))
          }}
          onClose={() => setDoomed(undefined)}
        >
          Existing values are kept, but are no longer shown as this field or checked.
        </ConfirmDialog>
      )}
    </Card>
  )
}
