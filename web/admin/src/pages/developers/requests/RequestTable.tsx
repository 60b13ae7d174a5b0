import type { ApiRequest } from "@trunkline/sdk"
import { Badge } from "../../../ui/Badge.tsx"
import { Table } from "../../../ui/Table.tsx"
import { Time } from "../../../ui/Time.tsx"

interface Props {
  readonly requests: ReadonlyArray<ApiRequest>
  /** Returns a key's name. */
  readonly nameOf: (key: ApiRequest["apiKey"]) => string
  readonly open: (id: string) => void
}

/** Requests, newest first. If a second had too many to record all, its last row says how many are missing. */
export function RequestTable({ requests, nameOf, open }: Props) {
  const lasts = new Map(requests.filter(({ omitted }) => omitted > 0).map((request) => [secondOf(request), request.id]))
  return (
    <Table
      caption="Requests, newest first"
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Request",
          cell: (request) => (
            <>
              <button
                type="button"
                className="text-start font-mono text-sm text-accent"
                onClick={() => open(request.id)}
              >
                {request.method} {request.operation}
              </button>
              <span className="block font-mono text-xs text-soft">{request.path}</span>
              {lasts.get(secondOf(request)) === request.id ? (
                <span className="block text-sm text-soft">
                  plus {request.omitted.toLocaleString()} more with this key in the same second, not recorded
                </span>
              ) : undefined}
            </>
          )
        },
        { title: "Response", cell: (request) => <AnswerBadge request={request} /> },
        {
          title: "Key",
          wide: true,
          cell: ({ apiKey }) => <span className="block max-w-36 truncate">{nameOf(apiKey)}</span>
        },
        { title: "Duration", wide: true, align: "end", cell: ({ durationMs }) => `${durationMs}\u00a0ms` },
        { title: "When", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> }
      ]}
    />
  )
}

/** How a request was answered. */
export function AnswerBadge({ request: { problem, replayed, status } }: { readonly request: ApiRequest }) {
  const words = problem?.code ?? (replayed ? "replayed" : status === 499 ? "client disconnected" : "")
  return (
    <Badge tone={status < 400 ? "good" : status < 500 ? "warn" : "bad"}>
      {status}
      {words === "" ? undefined : <span className="wrap-anywhere">{words}</span>}
    </Badge>
  )
}

const secondOf = ({ apiKey, createdAt, omitted }: ApiRequest) => `${apiKey.id} ${createdAt.slice(0, 19)} ${omitted}`
