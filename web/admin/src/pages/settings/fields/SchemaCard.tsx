import { useQuery } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { queryClient } from "../../../app/queries.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { useDraft } from "../../../forms/useDraft.ts"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { Field, TextArea } from "../../../ui/Field.tsx"
import { toast } from "../../../ui/toasts.ts"
import { useAct } from "../../../ui/useAct.ts"

/** A schema on which the brand's own programs agree for custom fields. It is stored and served, not enforced. */
export function SchemaCard({ brand }: { readonly brand: Brand }) {
  const queryKey = ["ticketSchema", brand.id]
  const query = useQuery({ queryKey, queryFn: () => client.brands.getSchema(brand.id) })
  const save = async (schema: unknown) => {
    queryClient.setQueryData(queryKey, await client.brands.putSchema(brand.id, schema))
    void queryClient.invalidateQueries({ queryKey })
    toast({ text: "Saved" })
  }
  return (
    <Card title="JSON Schema" actions={<CopyAsCurl call={{ method: "GET", path: `/v1/brands/${brand.id}/schema` }} />}>
      <Loaded query={query}>
        {(schema) => <SchemaForm saved={JSON.stringify(schema, undefined, 2)} save={save} />}
      </Loaded>
    </Card>
  )
}

function SchemaForm({ saved, save }: { readonly saved: string; readonly save: (schema: unknown) => Promise<void> }) {
  const { isChanged, set, settle, value } = useDraft({ text: saved })
  const schema = parsed(value.text)
  const { busy, error, run } = useAct(async () => {
    const { text } = value
    await save(schema)
    settle({ text })
  })
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Field
        className="w-full"
        label="Schema of ticket custom fields"
        hint="For your own programs, which can read it to know what to send. Any JSON object. It is not enforced."
        error={schema === undefined ? "Enter a valid JSON object" : undefined}
      >
        <TextArea
          rows={6}
          className="font-mono text-xs"
          spellCheck={false}
          value={value.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
      {error === undefined ? undefined : <ErrorPanel error={error} />}
      <Button kind="primary" type="submit" busy={busy} disabled={schema === undefined || !isChanged}>
        Save schema
      </Button>
    </form>
  )
}

const parsed = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
