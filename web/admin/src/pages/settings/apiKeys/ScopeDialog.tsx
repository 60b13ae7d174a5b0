import type { ApiKey } from "@trunkline/sdk"
import { useState } from "react"
import { client } from "../../../app/client.ts"
import { BrandChoice, type BrandScope, scopeBody } from "../../../forms/BrandChoice.tsx"
import { FormDialog } from "../../../forms/FormDialog.tsx"
import { putRecord } from "../../../forms/records.ts"
import { fieldError } from "../../../ui/fieldError.ts"
import { apiKeysKey } from "./apiKeyQueries.ts"

/** Changes which brands a key may reach. */
export function ScopeDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const [scope, setScope] = useState<BrandScope>(apiKey)
  const submit = () => client.apiKeys.scope(apiKey.id, scopeBody(scope)).then((key) => putRecord(apiKeysKey, key))
  return (
    <FormDialog title={`Brands of ${apiKey.name}`} verb="Save" submit={submit} onClose={onClose}>
      {(error) => <BrandChoice scope={scope} onChange={setScope} error={fieldError(error, "brandIds")} />}
    </FormDialog>
  )
}
