import { useQuery } from "@tanstack/react-query"
import type { DeliveryDay } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { Card } from "../../../ui/Card.tsx"
import { webhooksKey } from "../webhooks/webhookQueries.ts"

const height = 48
const width = 14
const gap = 4

/** The deliveries of each day that succeeded, and those that were given up. */
export function DaysCard({ brandId, webhookId }: { readonly brandId: string; readonly webhookId: string }) {
  const query = useQuery({
    queryKey: [...webhooksKey(brandId), webhookId, "days"],
    queryFn: () => client.webhooks.listDays(brandId, webhookId)
  })
  return (
    <Card title="By day">
      <Loaded query={query}>
        {(days) =>
          days.length === 0 ? (
            <p className="text-soft">No deliveries counted yet. Counts are updated every ten minutes.</p>
          ) : (
            <Days days={days} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Days({ days }: { readonly days: ReadonlyArray<DeliveryDay> }) {
  const sorted = days.toSorted((a, b) => a.day.localeCompare(b.day))
  const most = Math.max(1, ...sorted.map(({ succeeded, failed }) => succeeded + failed))
  const sum = (part: "succeeded" | "failed") => sorted.reduce((total, day) => total + day[part], 0)
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height))
  return (
    <figure className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={`${sum("succeeded")} delivered and ${sum("failed")} failed over ${sorted.length} days`}
        width={sorted.length * (width + gap)}
        height={height}
        className="max-w-full"
      >
        {sorted.map(({ day, succeeded, failed, p99Ms }, index) => (
          <g key={day}>
            <title>{`${day}: ${succeeded} delivered, ${failed} failed${p99Ms === undefined ? "" : `, p99 ${p99Ms} ms`}`}</title>
            <rect
              x={index * (width + gap)}
              y={height - heightOf(succeeded)}
              width={width}
              height={heightOf(succeeded)}
              className="fill-good"
            />
            <rect
              x={index * (width + gap)}
              y={height - heightOf(succeeded) - heightOf(failed)}
              width={width}
              height={heightOf(failed)}
              className="fill-bad"
            />
          </g>
        ))}
      </svg>
      <figcaption className="text-sm text-soft">
        {sorted[0]?.day} to {sorted.at(-1)?.day}: {sum("succeeded")} delivered, {sum("failed")} failed
      </figcaption>
    </figure>
  )
}
