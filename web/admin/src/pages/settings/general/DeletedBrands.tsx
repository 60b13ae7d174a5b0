import { useMutation, useQuery } from "@tanstack/react-query"
import { ApiError, type Brand } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { keys } from "../../../app/queries.ts"
import { useSession } from "../../../app/session.ts"
import { dropRecords, putRecord } from "../../../forms/records.ts"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Card.tsx"
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx"
import { toast } from "../../../ui/toasts.ts"

/** Starts with the key of brands, so that it is read again whenever brands change. */
const key = [...keys.brands, "deleted"]
/** Milliseconds for which the API can restore a deleted brand. */
const trashTime = 30 * 24 * 60 * 60 * 1000
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" })

/** Brands that can be restored, last deleted first. Shown only to owners, and only if there are any. */
export function DeletedBrands() {
  const isOwner = useSession().member.role === "owner"
  const {
    data = [],
    error,
    refetch
  } = useQuery({
    queryKey: key,
    queryFn: () => client.brands.list({ deleted: "only" }),
    enabled: isOwner
  })
  if (!isOwner || (data.length === 0 && error === null)) return undefined
  return (
    <Card title="Deleted brands">
      {error === null ? undefined : <ErrorPanel error={error} retry={() => void refetch()} />}
      <ul className="flex flex-col gap-3">
        {data.map((brand) => (
          <DeletedBrand key={brand.id} brand={brand} />
        ))}
      </ul>
    </Card>
  )
}

function DeletedBrand({ brand }: { readonly brand: Brand }) {
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => client.brands.restore(brand.id),
    onSuccess: (restored) => {
      dropRecords(key, [brand.id])
      putRecord(keys.brands, restored)
      toast({ text: `${restored.name} is restored` })
    }
  })
  const deletedAt = new Date(brand.deletedAt ?? brand.updatedAt)
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <p>{brand.name}</p>
          <p className="text-sm text-soft">
            Deleted {day.format(deletedAt)}. It can be restored until{" "}
            {day.format(new Date(deletedAt.getTime() + trashTime))}.
          </p>
        </div>
        <Button busy={isPending} aria-label={`Restore ${brand.name}`} onClick={() => mutate()}>
          Restore
        </Button>
      </div>
      {error === null ? undefined : <ErrorPanel error={error} />}
      {error instanceof ApiError && error.code === "already_exists" ? (
        <p className="text-soft">
          Another brand now has the short name {brand.slug}. Change its short name, then restore this brand.
        </p>
      ) : undefined}
    </li>
  )
}
