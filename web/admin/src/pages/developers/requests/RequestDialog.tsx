import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ApiRequest } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { useBrands } from "../../../data/brands.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { CopyAsCurl } from "../../../ui/CopyAsCurl.tsx"
import { CopyButton } from "../../../ui/CopyButton.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { AnswerBadge } from "./RequestTable.tsx"

/** One request: what it asked, why it was refused, and what it changed. */
export function RequestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery({ queryKey: ["apiRequests", "one", id], queryFn: () => client.requests.get(id) })
  const title = query.data === undefined ? "Request" : `${query.data.method} ${query.data.operation}`
  return (
    <Dialog
      title={title}
      size="large"
      onClose={onClose}
      actions={<CopyAsCurl call={{ method: "GET", path: `/v1/accounts/me/requests/${id}` }} />}
    >
      <Loaded query={query}>
        {(request) => (
          <div className="flex flex-col gap-4">
            <p className="flex flex-wrap items-center gap-2">
              <AnswerBadge request={request} />
              <code className="font-mono text-xs text-soft">{request.id}</code>
              <CopyButton text={request.id} label="Copy request id" />
              <span className="text-sm text-soft">{new Date(request.createdAt).toLocaleString()}</span>
            </p>
            <Refusal request={request} />
            {request.method === "GET" || request.method === "HEAD" ? undefined : <Changes request={request} />}
            <CodeBlock text={JSON.stringify(request, undefined, 2)} label="Request as JSON" />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The reason, in the words of the response. */
function Refusal({ request: { problem } }: { readonly request: ApiRequest }) {
  if (problem === undefined) return undefined
  return (
    <section aria-label="Reason" className="flex flex-col gap-1">
      {problem.detail === undefined ? undefined : <p>{problem.detail}</p>}
      {problem.errors === undefined ? undefined : (
        <ul className="list-disc ps-5">
          {problem.errors.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="wrap-anywhere">
              <code className="font-mono text-sm">{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={`/docs/errors#${problem.code}`} target="_blank" rel="noreferrer" className="text-accent underline">
          What {problem.code} means
        </a>
      </p>
    </section>
  )
}

/** The changes that the audit log has for the request, with a link to them. */
function Changes({ request: { brandId, id } }: { readonly request: ApiRequest }) {
  const brands = useBrands().data ?? []
  const query = useQuery({
    queryKey: ["audit", "request", id],
    queryFn: async () => {
      const [ofAccount, ofBrand] = await Promise.all([
        client.logs.ofAccount({ requestId: id }),
        brandId === undefined ? undefined : client.logs.ofBrand(brandId, { requestId: id })
      ])
      return { ofAccount: ofAccount.data, ofBrand: ofBrand?.data ?? [] }
    }
  })
  const { ofAccount = [], ofBrand = [] } = query.data ?? {}
  const lines = new Map([...ofBrand, ...ofAccount].map((line) => [line.id, line]))
  if (query.error === null && lines.size === 0) return undefined
  const brand = ofBrand.length > 0 ? brands.find((one) => one.id === brandId)?.slug : undefined
  return (
    <Loaded query={query}>
      {() => (
        <section aria-label="What it changed">
          <p>
            {[...lines.values()].map(({ event }) => event).join(", ")}:{" "}
            <Link to="/settings/audit-log" search={{ request: id, brand }} className="text-accent underline">
              in the audit log
            </Link>
          </p>
        </section>
      )}
    </Loaded>
  )
}
