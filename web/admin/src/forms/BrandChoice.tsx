import { useBrands } from "../data/brands.ts"
import { Checkbox } from "../ui/Field.tsx"
import { Loaded } from "./Loaded.tsx"

/** All brands, or some of them. */
export interface BrandScope {
  readonly allBrands: boolean
  readonly brandIds: ReadonlyArray<string>
}

/** The scope as the API takes it. */
export const scopeBody = ({ allBrands, brandIds }: BrandScope) =>
  allBrands ? { allBrands } : { allBrands, brandIds: [...brandIds] }

/** Chooses the brands that somebody or something may reach. */
export function BrandChoice({
  scope,
  onChange,
  error
}: {
  readonly scope: BrandScope
  readonly onChange: (scope: BrandScope) => void
  readonly error?: string | undefined
}) {
  const brands = useBrands()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 text-sm font-medium">Brands</legend>
      <Checkbox
        label="All brands, including future ones"
        checked={scope.allBrands}
        onChange={(event) => onChange({ ...scope, allBrands: event.target.checked })}
      />
      {scope.allBrands ? undefined : (
        <Loaded query={brands}>
          {(list) =>
            list.map(({ id, name }) => (
              <Checkbox
                key={id}
                className="ml-6"
                label={name}
                checked={scope.brandIds.includes(id)}
                onChange={(event) =>
                  onChange({
                    ...scope,
                    brandIds: event.target.checked
                      ? [...scope.brandIds, id]
                      : scope.brandIds.filter((one) => one !== id)
                  })
                }
              />
            ))
          }
        </Loaded>
      )}
      {error === undefined ? undefined : <p className="text-sm text-bad">{error}</p>}
    </fieldset>
  )
}
